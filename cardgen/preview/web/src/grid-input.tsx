// The field in which the cells of a grid are typed. It has the focus also while nothing is typed, so that no key is lost.
import { useLayoutEffect, useState } from "preact/hooks";
import { pictureOf } from "./grid-body";
import type { Column } from "./grid-model";

const MOST_CHOICES = 40;

export interface Typing {
  words: string;
  isQuick: boolean; // begun by a letter: the arrows end it
}

interface Properties {
  input: { current: HTMLTextAreaElement | null };
  column: Column;
  label: string;
  place: { left: number; top: number; width: number; height: number }; // pixels
  typing: Typing | null;
  isReadOnly: boolean;
  active: string; // id of the cell
  begin(words: string): void;
  change(words: string): void;
  end(isKept: boolean, words: string, step: string): void; // step: the key that leads on, "blur" where the focus has gone, or nothing
  holds(event: KeyboardEvent): boolean; // whether a key waits until rows have come or gone
  onKey(event: KeyboardEvent): void;
  onClipboard(event: ClipboardEvent): void;
}

export function GridInput(properties: Properties) {
  const { input, column, label, place, typing, isReadOnly, active, begin, change, end, holds, onKey, onClipboard } = properties;
  const [chosen, setChosen] = useState(-1);
  const choices = typing ? choicesFor(column, typing.words) : [];
  useLayoutEffect(() => {
    const area = input.current;
    if (!area) return;
    if (!typing) {
      area.value = "";
      return;
    }
    area.style.height = "auto";
    area.style.height = `${Math.max(place.height, area.scrollHeight)}px`;
  }, [typing, active]);
  useLayoutEffect(() => setChosen(-1), [active, typing?.words]);

  const typed = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey, isComposing } = event;
    if (isComposing || !typing) return;
    const words = input.current!.value;
    const isDown = key === "ArrowDown";
    if (choices.length && (isDown || key === "ArrowUp")) {
      setChosen(Math.max(-1, Math.min(choices.length - 1, chosen + (isDown ? 1 : -1))));
    } else if (key === "Enter" && (shiftKey || altKey)) {
      input.current!.setRangeText("\n", input.current!.selectionStart, input.current!.selectionEnd, "end");
      change(input.current!.value);
    } else if (key === "Enter" || key === "Tab") end(true, choices[chosen] ?? words, shiftKey ? `Shift${key}` : key);
    else if (key === "Escape") end(false, words, "");
    else if (typing.isQuick && key.startsWith("Arrow")) end(true, words, key);
    else return;
    event.preventDefault();
  };
  return (
    <div class={`grid-typing${typing ? " shown" : ""}`} style={{ left: `${place.left}px`, top: `${place.top}px`, width: `${place.width}px`, height: `${place.height}px` }}>
      <textarea
        ref={input}
        rows={1}
        aria-label={label}
        aria-activedescendant={active}
        readOnly={isReadOnly}
        inputMode={column.type === "integer" ? "numeric" : column.type === "number" ? "decimal" : "text"}
        spellcheck={Boolean(typing) && (column.type === "text" || column.type === "rich")}
        onInput={(event) => (typing ? change(event.currentTarget.value) : begin(event.currentTarget.value))}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (holds(event)) return;
          if (typing) typed(event);
          else onKey(event);
        }}
        onCopy={(event) => !typing && onClipboard(event)}
        onCut={(event) => !typing && onClipboard(event)}
        onPaste={(event) => !typing && onClipboard(event)}
        onBlur={(event) => typing && end(true, event.currentTarget.value, "blur")}
      />
      {choices.length > 0 && (
        <div class="grid-choices" role="listbox" tabIndex={0} aria-label={`Choices for ${column.title}`}>
          {choices.map((choice, number) => {
            const picture = pictureOf(column, choice);
            return (
              <div
                key={choice}
                role="option"
                aria-selected={number === chosen}
                ref={(element) => void (number === chosen && element?.scrollIntoView({ block: "nearest" }))}
                onPointerDown={(event) => {
                  event.preventDefault(); // the field keeps the focus
                  end(true, choice, "");
                }}
              >
                {picture && <img src={picture} alt="" loading="lazy" class={column.type === "icon" ? "icon" : undefined} />}
                {choice}
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Return the choices that have the words; all of them before anything else is typed. */
function choicesFor({ choices }: Column, words: string): string[] {
  const found = choices.includes(words) ? choices : choices.filter((one) => one.toLowerCase().includes(words.toLowerCase()));
  return found.slice(0, MOST_CHOICES);
}
