// What a person chooses for a whole deck: title, card size, look and palette.
import { useEffect, useState } from "preact/hooks";
import { rounded } from "./arrange-geometry";
import { type Choices, type DeckChoices, fetchChoices } from "./arranging";
import { languageName } from "./languages";
import { LookPicture } from "./look-picture";
import { Words } from "./panel-fields";
import { setOption, useStore } from "./store";
import { typeValue } from "./values";

const NO_CHOICES: Choices = { fields: [], styles: [], fonts: [], colors: {}, icons: [], deck: { file: "", texts: [], looks: [], palettes: {}, look: "", palette: "" } };

/** Title, card size, look and palette of the deck, of which a card is one. */
export const ChoicesOfDeck = ({ face }: { face: string }) => <DeckForm {...useChoices(face).deck} />;

/** Return what the boxes of a card and its deck may state, also after each edit. */
export function useChoices(face: string): Choices {
  const { edit } = useStore();
  const [choices, setChoices] = useState(NO_CHOICES);
  useEffect(() => {
    let isObsolete = false;
    fetchChoices(face)
      .then((found) => isObsolete || setChoices(found))
      .catch(() => undefined);
    return () => {
      isObsolete = true;
    };
  }, [face, edit]);
  return choices;
}

export function DeckForm({ file, texts, looks, palettes, look, palette }: DeckChoices) {
  const { about, snapshot, options } = useStore();
  if (!file && !texts.length) return snapshot?.state === "broken" ? <p class="fit-words">The deck cannot be read; mend its problems first.</p> : null; // or nothing is known yet
  const set = (path: string[], words: string) => {
    const value = { field: path[0]!, path, file, line: 0, column: 0, sheet: "", focus_column: 0, revisions: {} };
    if (file) void typeValue(value, words || null);
    else setOption(path[0] === "size" ? "card" : path[0]!, words);
  };
  const size = snapshot?.card.map(rounded).join("x") ?? "";
  return (
    <section class="deck-form">
      <h3>The deck</h3>
      {texts.map(([path, words]) => {
        const [key, language] = path as [string, string?];
        if (key === "size") return <Words key={key} label="Card size: a name, or mm" value={file ? words : (options.card ?? "")} hint={size} offers={about?.cards.map(({ name }) => name)} set={(typed) => set(path, typed)} />;
        const label = key === "title" ? "Title" : "Subtitle";
        return file && <Words key={path.join()} label={language ? `${label}, ${languageName(language)}` : label} value={words} set={(typed) => set(path, typed)} />;
      })}
      {looks.length > 0 && <Looks looks={looks} palettes={palettes} look={look} palette={palette} set={(key, name) => set([key], name)} />}
      {!file && <p class="fit-words">A list of cards has no place for these choices, so they are for this page only. Begin a game with it under View, New or recent deck, to keep them and to give it a title.</p>}
      {file && !texts.length && !looks.length && <p class="fit-words">This game has titles and looks of its own; edit {file} as text.</p>}
    </section>
  );
}

function Looks({ looks, palettes, look, palette, set }: Omit<DeckChoices, "file" | "texts"> & { set(key: string, name: string): void }) {
  return (
    <>
      <span class="caption">Look</span>
      <div class="looks" role="group" aria-label="Look">
        {looks.map((name) => (
          <button key={name} type="button" aria-pressed={look === name} onClick={() => set("look", name)}>
            <LookPicture look={name} />
            {name}
          </button>
        ))}
      </div>
      <span class="caption">Palette</span>
      <div class="palettes" role="group" aria-label="Palette">
        {Object.entries(palettes).map(([name, colors]) => (
          <button key={name} type="button" title={name} aria-label={name} aria-pressed={palette === name} onClick={() => set("palette", name)}>
            {colors.map((color) => (
              <span key={color} style={{ background: color }} />
            ))}
          </button>
        ))}
      </div>
    </>
  );
}
