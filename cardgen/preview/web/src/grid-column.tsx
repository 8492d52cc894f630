import { useState } from "preact/hooks";
import { addField, type Grid } from "./grid-model";
import { Menu } from "./menu";

const TYPES = [
  ["text", "Text"],
  ["rich", "Text with icons"],
  ["integer", "Whole number"],
  ["number", "Number"],
  ["picture", "Picture"],
  ["icon", "Icon"],
  ["choice", "Choice"],
  ["boolean", "Yes or no"],
];

/** The choice of a new column: a field of the game that no card states yet, or a name of one's own with a type. */
export function NewColumn({ grid, isTable, add }: { grid: Grid; isTable: boolean; add(title: string, type: string): void }) {
  return <Menu label="New column">{(close) => <Form grid={grid} isTable={isTable} add={(title, type) => (close(), add(title, type))} />}</Menu>;
}

function Form({ grid, isTable, add }: { grid: Grid; isTable: boolean; add(title: string, type: string): void }) {
  const [name, setName] = useState("");
  const [type, setType] = useState("text");
  const [words, setWords] = useState("");
  const [field, language = ""] = name.trim().split(".");
  const known = grid.unused.find((one) => one.name === field);
  const isTaken = grid.columns.some((column) => (isTable ? column.title : column.key).toLowerCase() === name.trim().toLowerCase());
  const isUsed = grid.columns.some((column) => (isTable ? column.title : column.key).split(".")[0] === field);
  const isField = grid.described && !known && !isUsed && Boolean(field);
  const create = async () => {
    const choices = words.split(",").map((word) => word.trim()).filter(Boolean);
    const isNew = isField && !(await addField({ kind: grid.kind, name: field!, type, ...(type === "choice" && { choices }) }));
    if (!isNew) add([field, language].filter(Boolean).join("."), known?.type ?? type);
  };
  return (
    <form
      class="grid-column"
      onKeyDown={(event) => event.stopPropagation()}
      onSubmit={(event) => {
        event.preventDefault();
        if (field && !isTaken) void create();
      }}
    >
      <label>
        Name
        <input list="grid-fields" value={name} required pattern="[\w. -]+" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <datalist id="grid-fields">
        {grid.unused.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
      <label>
        Type
        <select value={known?.type ?? type} disabled={Boolean(known)} onChange={(event) => setType(event.currentTarget.value)}>
          {[...TYPES, ...(known && !TYPES.some(([one]) => one === known.type) ? [[known.type, known.type]] : [])].map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {type === "choice" && !known && grid.described && (
        <label>
          Choices
          <input value={words} placeholder="sail, oar" required onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
      )}
      <p class="note">
        {isTaken ? "There is a column of this name." : isField ? "The field is added to game.yaml." : isTable ? "The heading is added to the table." : "It is written with the first value."}
      </p>
      <button type="submit" class="strong" disabled={isTaken || !field}>
        Add the column
      </button>
    </form>
  );
}
