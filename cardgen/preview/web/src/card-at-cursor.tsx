import { useEffect, useState } from "preact/hooks";
import { ask } from "./api";
import { getEditing } from "./editing";
import { Fact } from "./fact";
import { PictureBox } from "./picture";
import { useStore } from "./store";

const PAUSE = 250; // milliseconds without an edit after which generated texts are asked for
const AT_CURSOR = 330; // pixels of the height of the card that is being written

/** The card that is being written in the editor, with the text that its effects generate. */
export function CardAtCursor() {
  const { snapshot, looking } = useStore();
  const face = looking.editorIsOpen && snapshot?.faces.find((one) => one.id === getEditing().face);
  const texts = useTexts(Boolean(face))[face ? face.id : ""];
  if (!face) return null;
  return (
    <section class={`at-cursor${face.is_stale ? " stale" : ""}`} aria-label="The card at the cursor">
      <h2>{face.name}</h2>
      <div class="written">
        <PictureBox picture={face.face} zoom={AT_CURSOR / face.face.height} label={face.text} outline={face.outline} corner={face.corner} isPage />
        {texts && (
          <dl>
            {Object.entries(texts.generated).map(([key, text]) => (
              <Fact key={key} name={texts.stated[key] ? `${key}, as generated; the deck states its own` : `${key}, as generated`} value={text} />
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

interface Texts {
  generated: Record<string, string>;
  stated: Record<string, string>;
}

/** The texts that effects generate, by the ids of cards, after each pause of typing; while the deck has errors, those from before. */
function useTexts(isWanted: boolean): Record<string, Texts> {
  const { deck, snapshot, edit } = useStore();
  const [texts, setTexts] = useState<Record<string, Texts>>({});
  useEffect(() => setTexts({}), [deck]);
  useEffect(() => {
    if (!isWanted || !snapshot) return;
    let isObsolete = false;
    const timer = window.setTimeout(() => {
      ask<Record<string, Texts>>(deck, "texts", { lang: snapshot.language }).then(
        (found) => !isObsolete && Object.keys(found).length && setTexts(found),
        () => undefined,
      );
    }, PAUSE);
    return () => {
      isObsolete = true;
      window.clearTimeout(timer);
    };
  }, [isWanted, deck, edit, snapshot?.language]);
  return texts;
}
