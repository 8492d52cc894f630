// The buttons above a grid: what to do with its rows and columns, and how they are shown.
import { NewColumn } from "./grid-column";
import type { useKept } from "./grid-kept";
import type { Grid } from "./grid-model";
import { go, look, useStore, WIDE } from "./store";

type Kept = ReturnType<typeof useKept>;

interface Properties {
  grid: Grid;
  isTable: boolean; // not YAML, whose columns need no heading
  isEditable: boolean;
  hasFilters: boolean;
  kept: Kept[0];
  keep: Kept[1];
  face: { id: string } | undefined; // of the active row
  setList(list: string): void;
  insertCard(): void;
  duplicate(): void;
  remove(): void;
  fillDown(): void;
  addColumn(title: string, type: string): void;
  filter(): void;
}

export function GridTools({ grid, isTable, isEditable, hasFilters, kept, keep, face, setList, insertCard, duplicate, remove, fillDown, addColumn, filter }: Properties) {
  const { looking } = useStore();
  return (
    <div class="grid-tools" role="group" aria-label="Table">
      {grid.lists.length > 1 && (
        <select aria-label="List" value={grid.source.key} onChange={(event) => setList(event.currentTarget.value)}>
          {grid.lists.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )}
      {isEditable && (
        <>
          <button type="button" class="quiet" title="New card below (Ctrl+Enter)" onClick={() => insertCard()}>
            New card
          </button>
          <button type="button" class="quiet" title="Repeat the selected cards" onClick={() => duplicate()}>
            Duplicate
          </button>
          <button type="button" class="quiet" title="Remove the selected cards" onClick={remove}>
            Remove
          </button>
          <button type="button" class="quiet" title="Copy the first selected row to those below (Ctrl+D)" onClick={fillDown}>
            Fill down
          </button>
          <NewColumn grid={grid} isTable={isTable} add={addColumn} />
        </>
      )}
      <button type="button" class="quiet" aria-pressed={hasFilters} title="Show only some rows; the file stays as it is" onClick={filter}>
        Filter
      </button>
      <button type="button" class="quiet" aria-pressed={kept.isWrapped} title="Show long texts on several lines" onClick={() => keep({ isWrapped: !kept.isWrapped })}>
        Wrap
      </button>
      <button type="button" class="quiet wide" aria-pressed={looking.editorWidth > WIDE} title="Give the table the whole window" onClick={() => look({ editorWidth: looking.editorWidth > WIDE ? 0.46 : 1 })}>
        Wide
      </button>
      <button type="button" class="quiet" disabled={!face} title="Show this card large, to type on it or to arrange it" onClick={() => face && go("cards", face.id)}>
        Card
      </button>
    </div>
  );
}
