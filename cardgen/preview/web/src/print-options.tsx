import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Printed } from "./api";
import { languageName } from "./languages";
import { count, usePrinting } from "./printing";
import { setOption, useStore } from "./store";

/** What only the making of a PDF needs, and no view of the deck. */
export interface PdfChoices {
  changed: boolean;
  split: boolean;
  cut_files: string[];
}

/** The options of the build that matter on paper; all but those of `PdfChoices` stand in the address. */
export function PrintOptions({ pdf, setPdf }: { pdf: PdfChoices; setPdf(change: Partial<PdfChoices>): void }) {
  const { about, snapshot } = useStore();
  const { choices } = usePrinting();
  const duplex = useOption("duplex");
  if (!about || !snapshot) return null;
  const names = (list: { name: string }[]) => list.map(({ name }) => [name, title(name)] as const);
  const card = `${round(snapshot.card[0])} × ${round(snapshot.card[1])} mm`;
  const lists: Record<string, Pairs | undefined> = {
    lang: snapshot.languages.length > 1 ? snapshot.languages.map((code) => [code, languageName(code)]) : [],
    card: [["", `${card}, usual`], ...names(about.cards)],
    paper: names(about.papers),
    printer: choices?.printers.length ? [["", "any printer"], ...choices.printers.map(same)] : [],
    plotter: choices ? [["", "none"], ...choices.plotters.map(same)] : [],
  };
  const stated: Record<string, string | undefined> = { lang: snapshot.language };
  const shown = (rare: boolean) =>
    about.panel
      .filter((option) => option.rare === rare && (option.name !== "evens" || duplex === "manual"))
      .map(({ name, label, words, hint }) => {
        const among = lists[name] ?? words;
        if (among.length) return <Choice key={name} name={name} label={label} among={among} value={stated[name]} />;
        return name in lists ? null : <Measure key={name} name={name} label={label} hint={hint} />;
      });
  return (
    <>
      <div class="fields">{shown(false)}</div>
      <Check
        label={`Only what has changed since the last print${printedWords(snapshot.printed)}`}
        value={pdf.changed}
        set={(changed) => setPdf({ changed })}
      />
      <details class="rare">
        <summary>More options</summary>
        <div class="fields">{shown(true)}</div>
        <Check label="Fronts and backs in two files" value={pdf.split} set={(split) => setPdf({ split })} />
        {["svg", "dxf"].map((format) => (
          <Check
            key={format}
            label={`Lines for a cutting plotter, as ${format.toUpperCase()}`}
            value={pdf.cut_files.includes(format)}
            set={(wants) =>
              setPdf({ cut_files: [...pdf.cut_files.filter((one) => one !== format), ...(wants ? [format] : [])] })
            }
          />
        ))}
        <OptionCheck name="draft" label="Draft: placeholders for what is missing, and a mark on each face" />
      </details>
    </>
  );
}

function printedWords(printed: Printed | null): string {
  if (!printed) return "";
  return printed.missing ? `: ${count(printed.missing, "piece")}` : ": nothing";
}

type Pairs = readonly (readonly [string, string])[];

const same = (name: string) => [name, name] as const;

function title(name: string): string {
  return name.length < 4 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);
}

function round(length: number): string {
  return String(Math.round(length * 10) / 10);
}

/** Return what an option of the build is for this page. */
function useOption(name: string): string {
  const { options, about } = useStore();
  return options[name] ?? String(about?.options[name] ?? "");
}

/** Set an option of the build; what the command says needs no mention. */
function useSetter(name: string): (value: string) => void {
  const { about } = useStore();
  return (value) => setOption(name, value === String(about?.options[name] ?? "") ? "" : value);
}

function Choice({ name, label, among, value }: { name: string; label: string; among: Pairs; value?: string }) {
  const chosen = useOption(name);
  const set = useSetter(name);
  const now = value ?? chosen;
  const all = among.some(([one]) => one === now) ? among : [[now, now] as const, ...among];
  return (
    <Field label={label}>
      <select value={now} onChange={(event) => set(event.currentTarget.value)}>
        {all.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A length or a number: it counts when the field is left, so that half of a length is no error. */
function Measure({ name, label, hint }: { name: string; label: string; hint: string }) {
  const value = useOption(name);
  const set = useSetter(name);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label={label}>
      <input
        type="text"
        placeholder={hint}
        value={typed ?? (value === "0" ? "" : value)}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => (set(event.currentTarget.value.trim()), setTyped(null))}
      />
    </Field>
  );
}

function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

function OptionCheck({ name, label }: { name: string; label: string }) {
  const value = useOption(name);
  return <Check label={label} value={value === "1" || value === "true"} set={(isOn) => setOption(name, isOn ? "1" : "")} />;
}

export function Check({ label, value, set }: { label: string; value: boolean; set(value: boolean): void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
