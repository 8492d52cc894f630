// The fields of forms beside the cards: numbers, switches, words, colours and icons; each tells its value when it is finished.
import { useEffect, useRef, useState } from "preact/hooks";
import { address } from "./api";
import { rounded } from "./arrange-geometry";
import type { Choices } from "./arranging";
import { FetchIcon } from "./fetch-icon";
import { useStore } from "./store";

/** The properties of a field that shows a value, and what is typed until an edit has changed the value. */
function useTyped(value: string, finish: (field: HTMLInputElement) => void) {
  const [typed, setTyped] = useState<string>();
  const isTyping = useRef(false); // since the page follows other edits, too
  useEffect(() => {
    if (!isTyping.current) setTyped(undefined);
  }, [value]);
  return {
    value: typed ?? value,
    onInput: (event: { currentTarget: HTMLInputElement }) => {
      isTyping.current = true;
      setTyped(event.currentTarget.value);
    },
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      isTyping.current = false;
      finish(event.currentTarget);
    },
    onBlur: () => {
      if (isTyping.current) setTyped(undefined); // the value of before was typed again
      isTyping.current = false;
    },
  };
}

export function NumberField({ label, value, step, least, set }: { label: string; value: number; step: number; least?: number; set(value: number): void }) {
  const typed = useTyped(String(rounded(value)), ({ valueAsNumber: wanted }) => {
    if (Number.isFinite(wanted) && (least === undefined || wanted >= least)) set(wanted);
  });
  return (
    <label>
      {label}
      <input type="number" step={step} min={least} {...typed} />
    </label>
  );
}

/** Return what is chosen, at once, and what chooses it: the file says so later, and another choice may follow before it does. */
function useChosen<T>(value: T, set: (value: T) => Promise<boolean>): [T, (value: T) => void] {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const writing = useRef(0);
  useEffect(() => void (writing.current || setChosen(null)), [value]);
  const choose = (wanted: T) => {
    setChosen({ value: wanted });
    writing.current++;
    void set(wanted).then((isDone) => --writing.current || isDone || setChosen(null));
  };
  return [chosen ? chosen.value : value, choose];
}

export function Check({ label, value, set }: { label: string; value: boolean; set(value: boolean): Promise<boolean> }) {
  const [chosen, choose] = useChosen(value, set);
  return (
    <label>
      {label}
      <input type="checkbox" checked={chosen} onChange={(event) => choose(event.currentTarget.checked)} />
    </label>
  );
}

export function Select({ label, value, options, set }: { label: string; value: string; options: [string, string][]; set(value: string): Promise<boolean> }) {
  const [chosen, choose] = useChosen(value, set);
  return (
    <label>
      {label}
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Words({ label, value, hint, offers, set }: { label: string; value: string; hint?: string; offers?: string[]; set(words: string): void }) {
  const typed = useTyped(value, (field) => set(field.value));
  return (
    <label class="wide">
      {label}
      <input {...typed} placeholder={hint ?? ""} list={offers && "offers"} />
      {offers && (
        <datalist id="offers">
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </label>
  );
}

export function Swatches({ label, value, colors, mayBeNone, set }: { label: string; value: string; colors: Record<string, string>; mayBeNone: boolean; set(color: string | null): void }) {
  const swatch = (name: string, color: string) => (
    <button key={name} type="button" title={name} aria-label={name} aria-pressed={value === name} style={{ "--swatch": color }} onClick={() => set(name)} />
  );
  return (
    <div>
      <h3>{label}</h3>
      <div class="swatches" role="group" aria-label={label}>
        {mayBeNone && <button type="button" class="none" title="None of its own" aria-label="None of its own" aria-pressed={!value} onClick={() => set(null)} />}
        {Object.entries(colors).map(([name, color]) => swatch(name, color))}
        <input type="color" class="own-color" aria-label="Another colour" value={/^#[0-9a-f]{6}$/i.test(value) ? value : (colors[value] ?? "#000000")} onChange={(event) => set(event.currentTarget.value)} />
      </div>
    </div>
  );
}

export function Icons({ value, choices, set }: { value: string; choices: Choices; set(icon: string): void }) {
  const { deck } = useStore();
  const [query, setQuery] = useState("");
  const words = query.trim().toLowerCase().replaceAll(/\s+/g, "-");
  const found = choices.icons.filter((name) => name.toLowerCase().replaceAll("_", "-").includes(words));
  return (
    <div>
      <h3>Icon</h3>
      <input type="search" aria-label="Find an icon" placeholder="Find, or fetch from game-icons.net" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
      <div class="icon-choice" role="group" aria-label="Icon">
        {!found.length && <FetchIcon name={words} choose={set} />}
        {found.map((name) => (
          <button key={name} type="button" title={name} aria-label={name} aria-pressed={value === name} onClick={() => set(name)}>
            <img src={address(deck, `icons/${encodeURIComponent(name)}`, {})} alt="" loading="lazy" />
          </button>
        ))}
      </div>
    </div>
  );
}
