// Typing on the card: a text, a number or the focus of a picture is edited where it stands, and written where the deck states it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { address } from "./api";
import { fetchChoices, type Place } from "./arranging";
import { encodePath } from "./editing";
import { FetchIcon } from "./fetch-icon";
import { areLetters, insertIcon, readLetters, showLetters, typedQuery } from "./letters";
import { getState, notify } from "./store";
import { fetchValue, inNewColumn, type ShownValue, typeFound } from "./values";

/** A value of a card that is being typed, where its box stands on the card. */
export interface Typing {
  value: ShownValue;
  find(): Promise<ShownValue>; // where the deck states it now
  place: Place; // units of the face
  size: number; // points of its letters; 0 if unknown
  icons: string[];
}

/** Types of boxes that show a value which can be typed. */
export const TYPED = ["text", "number", "picture", "icon"];

/** Return what opens a value in its place, to type on the card; nothing if the box shows no single one or nobody answers, which is told. */
export async function beginTyping(face: string, box: { place: Place; size: number }, stated: { name: string }, item = 0): Promise<Typing | null> {
  const find = () => fetchValue(face, stated, item);
  try {
    const [value, { icons }] = await Promise.all([find(), fetchChoices(face)]);
    if (value.field) return { value, find, place: box.place, size: box.size, icons };
    notify(`${stated.name} shows no single value of the card.`);
  } catch (error) {
    notify((error as Error).message);
  }
  return null;
}

interface Properties {
  value: ShownValue;
  find(): Promise<ShownValue>;
  place: Place; // pixels
  letters: number; // height of the letters, pixels; 0 if unknown
  icons: string[];
  done(hasChanged: boolean): void;
}

const NUMBERS = ["integer", "number"];

/** What is being typed, over a card that is shown at a number of pixels for each unit of its face and for each mm. */
export function TypeOnCard({ typing, px, zoom, done }: { typing: Typing; px(units: number): number; zoom: number; done(hasChanged: boolean): void }) {
  const { value, find, icons, size } = typing;
  const properties = { value, find, icons, done, place: typing.place.map(px) as Place, letters: ((size * 25.4) / 72) * zoom };
  if (value.type === "picture") return <FocusPoint {...properties} />;
  return NUMBERS.includes(value.type) ? <TypedNumber {...properties} /> : <TypedText {...properties} />;
}

function style([left, top, width, height]: Place, letters = 0, least = 140) {
  const size = letters ? { fontSize: `${Math.max(11, Math.min(letters, 34))}px` } : {};
  return { left: `${left}px`, top: `${top}px`, width: `${Math.max(width, least)}px`, minHeight: `${Math.max(height, 34)}px`, ...size };
}

/** A number: the arrows change it at once. */
function TypedNumber({ value, find, place, letters, done }: Properties) {
  const input = useRef<HTMLInputElement>(null);
  const written = useRef(value.words);
  useLayoutEffect(() => input.current?.select(), []);
  const write = async () => {
    const words = input.current?.value ?? "";
    if (words === written.current || !words) return false;
    written.current = words;
    return typeFound(find, async (now) => [{ value: now, words: Number(words) }]);
  };
  return (
    <input
      ref={input}
      class="typing"
      type="number"
      aria-label={value.field}
      defaultValue={value.words}
      style={style(place, letters, 74)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (by) {
          event.preventDefault();
          event.currentTarget.value = String((event.currentTarget.valueAsNumber || 0) + by * (event.shiftKey ? 10 : 1));
          void write();
        } else if (event.key === "Enter") void write().then(done);
        else if (event.key === "Escape") (event.preventDefault(), done(false));
      }}
      onBlur={() => void write().then(done)}
    />
  );
}

const iconAddress = (name: string): string => address(getState().deck, `icons/${encodeURIComponent(name)}`, {});

/**
 * A text: rich text as letters, bold and italic by keys and buttons, icons from a palette that opens at `/`. Words with marks that
 * could not be written again as they are, and plain text, are edited as they stand in the deck.
 */
function TypedText({ value, find, place, letters, icons, done }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const letter = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(value.words);
  const [query, setQuery] = useState<string | null>(null);
  const isRich = value.type !== "text" || /[*{]/.test(value.words);
  const hasLetters = isRich && areLetters(value.words);
  const editable = () => letter.current ?? area.current;
  const found = query === null ? [] : icons.filter((name) => name.includes(query)).slice(0, 24);
  const isClosed = useRef(false);
  const latest = useRef(words);
  latest.current = words;
  const toSelect = useRef<[number, number] | null>(null); // when the next words are shown, before another key comes
  useLayoutEffect(() => {
    if (!toSelect.current) return;
    area.current?.focus();
    area.current?.setSelectionRange(...toSelect.current);
    toSelect.current = null;
  }, [words]);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(value.words.length, value.words.length);
    if (!letter.current) return;
    showLetters(letter.current, value.words, icons, iconAddress);
    letter.current.focus();
    getSelection()!.selectAllChildren(letter.current);
    getSelection()!.collapseToEnd();
  }, []);
  const close = async (isKept: boolean) => {
    if (isClosed.current) return;
    isClosed.current = true;
    const typed = letter.current ? readLetters(letter.current) : latest.current;
    done(isKept && typed !== value.words ? await typeFound(find, async (now) => [{ value: now, words: typed }]) : false);
  };
  const replace = (from: number, to: number, insert: string, selectFrom: number, selectTo: number) => {
    const next = words.slice(0, from) + insert + words.slice(to);
    setWords(next);
    setQuery(null);
    toSelect.current = [selectFrom, selectTo];
  };
  const mark = (sign: string) => {
    if (hasLetters) return void (letter.current?.focus(), document.execCommand(sign === "*" ? "italic" : "bold"));
    const { selectionStart: from, selectionEnd: to } = area.current!;
    const isMarked = words.slice(from - sign.length, from) === sign && words.slice(to, to + sign.length) === sign;
    if (isMarked) replace(from - sign.length, to + sign.length, words.slice(from, to), from - sign.length, to - sign.length);
    else replace(from, to, sign + words.slice(from, to) + sign, from + sign.length, to + sign.length);
  };
  const choose = (name: string) => {
    if (hasLetters) {
      letter.current?.focus();
      insertIcon(name, iconAddress(name));
      return setQuery(null);
    }
    const to = area.current!.selectionStart;
    const from = words.lastIndexOf("/", to - 1);
    const start = query !== null && from >= 0 ? from : to;
    const insert = `{${name}}`;
    replace(start, to, insert, start + insert.length, start + insert.length);
  };
  const follow = (text: string, at: number) => {
    setWords(text);
    const typed = /(?:^|\s)\/([\w-]*)$/.exec(text.slice(0, at));
    setQuery(isRich && typed ? typed[1]!.toLowerCase() : null);
  };
  const rows = Math.max(1, words.split("\n").length);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isCommand = event.ctrlKey || event.metaKey;
    const sign = isCommand && isRich ? { b: "**", i: "*" }[event.key.toLowerCase()] : undefined;
    if (sign) mark(sign);
    else if (event.key === "Enter" && query !== null && found[0]) choose(found[0]);
    else if (event.key === "Enter" && !event.shiftKey) void close(true);
    else if (event.key === "Enter" && hasLetters) document.execCommand("insertLineBreak");
    else if (event.key === "Escape" && query !== null) setQuery(null);
    else if (event.key === "Escape") void close(false);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="typing-box"
      ref={box}
      style={style(place)}
      onPointerDown={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onMouseDown={(event) => !editable()?.contains(event.target as Node) && event.preventDefault()} // the text keeps the focus
      onFocusOut={() => window.setTimeout(() => box.current && !box.current.contains(document.activeElement) && void close(true), 60)}
    >
      {hasLetters ? (
        <div
          ref={letter}
          class="typing letters"
          role="textbox"
          aria-multiline="true"
          aria-label={value.field}
          contentEditable
          style={style([0, 0, place[2], place[3]], letters)}
          onInput={() => setQuery(typedQuery())}
          onKeyDown={onKeyDown}
          onPaste={(event) => (event.preventDefault(), document.execCommand("insertText", false, event.clipboardData?.getData("text/plain") ?? ""))}
        />
      ) : (
        <textarea
          ref={area}
          class="typing"
          aria-label={value.field}
          rows={rows}
          value={words}
          style={style([0, 0, place[2], place[3]], letters)}
          onInput={(event) => follow(event.currentTarget.value, event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
      )}
      {isRich && (
        <div class="typing-bar" role="group" aria-label="Marks">
          <button type="button" title="Bold (Ctrl+B)" aria-label="Bold" onClick={() => mark("**")}>
            <b>B</b>
          </button>
          <button type="button" title="Italic (Ctrl+I)" aria-label="Italic" onClick={() => mark("*")}>
            <i>I</i>
          </button>
          <button type="button" title="An icon (/)" aria-label="Icon" onClick={() => (setQuery(query === null ? "" : null), editable()?.focus())}>
            ☆
          </button>
          <small>Enter ends, Shift+Enter begins a line</small>
        </div>
      )}
      {query !== null && (
        <div class="icon-choice" role="group" aria-label="Icons">
          {found.map((name) => (
            <button key={name} type="button" title={name} aria-label={name} onClick={() => choose(name)}>
              <img src={iconAddress(name)} alt="" />
            </button>
          ))}
          {!found.length && <FetchIcon name={query} choose={choose} />}
        </div>
      )}
    </div>
  );
}

/** The point of a picture that stays in view: it is dragged on the whole picture. */
function FocusPoint({ value, find, place, done }: Properties) {
  const frame = useRef<HTMLDivElement>(null);
  const [x = 0.5, y = 0.5] = value.focus ? value.focus.split(" ").map(Number) : [];
  const [spot, setSpot] = useState({ x, y });
  const usual = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    if (!value.focus && naturalHeight > naturalWidth && !/\.svg$/i.test(value.words)) setSpot({ x, y: 0.25 }); // as it is drawn
  };
  const { deck } = getState();
  const canKeep = value.words !== "";
  useEffect(() => frame.current?.focus(), []);
  const follow = (event: PointerEvent) => {
    const picture = frame.current!.querySelector("img")?.getBoundingClientRect();
    if (!picture || !(event.buttons & 1)) return;
    const part = (at: number, start: number, length: number) => Math.round(Math.min(1, Math.max(0, (at - start) / length)) * 100) / 100;
    setSpot({ x: part(event.clientX, picture.left, picture.width), y: part(event.clientY, picture.top, picture.height) });
  };
  const keep = async () => {
    const words = { file: value.words, focus: `${spot.x} ${spot.y}` };
    const changesOf = async (now: ShownValue) => {
      const isMissing = now.column > 0 && !now.focus_column;
      return isMissing ? inNewColumn(now, `${now.field}.focus`, (focus_column) => ({ value: { ...now, focus_column }, words })) : [{ value: now, words }];
    };
    done(await typeFound(find, changesOf));
  };
  return (
    <div
      class="focus-point"
      ref={frame}
      tabIndex={-1}
      role="dialog"
      aria-label="The point that stays in view"
      style={style(place, 0, 220)}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        const by = { ArrowLeft: [-0.02, 0], ArrowRight: [0.02, 0], ArrowUp: [0, -0.02], ArrowDown: [0, 0.02] }[event.key];
        if (by) setSpot({ x: Math.min(1, Math.max(0, spot.x + by[0]!)), y: Math.min(1, Math.max(0, spot.y + by[1]!)) });
        else if (event.key === "Escape") done(false);
        else if (event.key === "Enter" && canKeep) void keep();
        else return;
        event.preventDefault();
      }}
    >
      {canKeep ? (
        <span
          class="focus-picture"
          onPointerDown={(event) => (event.currentTarget.setPointerCapture(event.pointerId), follow(event))}
          onPointerMove={follow}
        >
          <img src={address(deck, `files/${encodePath(value.words)}`, {})} alt={value.words} draggable={false} onLoad={(event) => usual(event.currentTarget)} />
          <span class="spot" style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }} />
        </span>
      ) : (
        <p>This card has a generated picture. Drop a picture of your own on it.</p>
      )}
      <div class="typing-bar">
        {canKeep && (
          <button type="button" class="strong" onClick={() => void keep()}>
            Keep this point
          </button>
        )}
        <button type="button" class="quiet" onClick={() => done(false)}>
          Cancel
        </button>
      </div>
    </div>
  );
}
