import "./print.css";
import { useState } from "preact/hooks";
import type { InstructionPart, Words } from "./api";
import { type PdfChoices, PrintOptions } from "./print-options";
import { count, fileAddress, lookOf, make, markPrinted, usePrinting, type Work } from "./printing";
import { ProblemItem } from "./problems";
import { getState, useStore } from "./store";

let kept: PdfChoices = { changed: false, split: false, cut_files: [] };

/** The PDF as it is set, how to print it, and the files of other programs and shops. */
export function Print() {
  const { choices } = usePrinting();
  const [pdf, setPdf] = useState(kept);
  const change = (part: Partial<PdfChoices>) => setPdf((kept = { ...kept, ...part }));
  return (
    <div class="print-view">
      <section class="print-make" aria-labelledby="print-pdf">
        <h2 id="print-pdf">
          PDF
          <small>{extent()}</small>
        </h2>
        <PrintOptions pdf={pdf} setPdf={change} />
        {choices && !choices.may_make ? (
          <p class="note">Only the computer that runs the preview can make files.</p>
        ) : (
          <PdfMaker pdf={pdf} />
        )}
        <Exports />
      </section>
      <HowToPrint pdf={pdf} />
    </div>
  );
}

function extent(): string {
  const sheets = getState().snapshot?.sheets.filter((sheet) => !sheet.id.startsWith("front-")) ?? [];
  return sheets.length ? count(sheets.length, "sheet") : "nothing to print yet";
}

function PdfMaker({ pdf }: { pdf: PdfChoices }) {
  const state = useStore();
  const work = usePrinting().workOf("pdf");
  const hasErrors = state.snapshot!.state !== "good";
  const isOld = work.made !== null && work.of !== lookOf(state, pdf);
  return (
    <div class="maker">
      <MakeButton target="pdf" words="Make the PDF" work={work} body={pdf} isStrong />
      {hasErrors && !work.made && <p class="note">The deck has errors; the PDF is made when they are mended.</p>}
      <Result work={work} />
      {isOld && <p class="note">The deck or an option has changed since this PDF was made.</p>}
      {work.made?.built && work.made.files.length > 0 && !work.marked && (
        <p class="mark">
          <button type="button" onClick={() => void markPrinted(work.made!.built)}>
            I have printed it
          </button>
          <span class="note">Cards that you change later are then marked, and can be printed alone.</span>
        </p>
      )}
      {work.marked && (
        <p class="note" role="status">
          {work.marked}
        </p>
      )}
    </div>
  );
}

interface MakeProperties {
  target: string;
  words: string;
  work: Work;
  body: object;
  isStrong?: boolean;
}

function MakeButton({ target, words, work, body, isStrong }: MakeProperties) {
  if (work.stage)
    return (
      <p class="working">
        <span class="spinner" aria-hidden="true" />
        <span role="status">{stageWords(work.stage)}</span>
        <button type="button" class="quiet" onClick={work.stop}>
          Stop
        </button>
      </p>
    );
  return (
    <button type="button" class={isStrong ? "strong" : ""} onClick={() => void make(target, body)}>
      {words}
    </button>
  );
}

function stageWords(stage: string): string {
  const known: Record<string, string> = { start: "Waiting", load: "Reading the deck", write: "Writing", pack: "Packing" };
  return known[stage] ?? `Drawing ${stage}`;
}

/** How to print the PDF as it is set: what is in a file of changes alone is known when it is made. */
function HowToPrint({ pdf }: { pdf: PdfChoices }) {
  const state = useStore();
  const work = usePrinting().workOf("pdf");
  const { instructions: ofDeck, language } = state.snapshot!;
  if (!ofDeck) return null;
  const isOther = pdf.changed || pdf.split;
  const told = !isOther ? ofDeck : work.of === lookOf(state, pdf) ? work.made?.instructions : null;
  return (
    <section class="print-how" aria-labelledby="print-how" lang={language}>
      <h2 id="print-how">{ofDeck.title}</h2>
      <p class="note">{told ? <Paragraph words={told.intro} /> : <span lang="en">Make the PDF first; what to do with it is told here then.</span>}</p>
      {told?.parts.map((part, number) => <Part key={number} part={part} />)}
    </section>
  );
}

/** What was made, or why nothing was. */
function Result({ work }: { work: Work }) {
  const { made, failure } = work;
  return (
    <>
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {made && (
        <div class="made">
          <ul class="files">
            {made.files.map((file) => (
              <li key={file.name}>
                <a href={fileAddress(file.name)} download={file.name}>
                  {file.name}
                </a>
                <span class="note">{size(file.size)}</span>
              </li>
            ))}
          </ul>
          {made.facts.length > 0 && <p class="note">{sentence(made.facts)}</p>}
          {made.files.length > 0 && (
            <p class="note">
              Also in the folder <code>{made.folder}</code>.
            </p>
          )}
          {made.left_out.length > 0 && (
            <>
              <p class="note">Left out; print them at home:</p>
              <ul class="left-out note">
                {made.left_out.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </>
          )}
          <ol>
            {made.problems.map((problem, number) => (
              <ProblemItem key={number} problem={problem} />
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

function sentence(facts: string[]): string {
  const words = facts.join(", ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The files of print shops and virtual tabletops. */
function Exports() {
  const { choices, workOf } = usePrinting();
  if (!choices?.may_make) return null;
  return (
    <section class="exports" aria-labelledby="exports">
      <h2 id="exports">For shops and screens</h2>
      <ul>
        {choices.targets.map((target) => (
          <Export key={target.name} target={target} work={workOf(target.name)} />
        ))}
      </ul>
    </section>
  );
}

function Export({ target, work }: { target: { name: string; title: string; about: string; has_url: boolean }; work: Work }) {
  const [url, setUrl] = useState("");
  return (
    <li>
      <div class="target">
        <h3>{target.title}</h3>
        <MakeButton target={target.name} words="Make" work={work} body={{ url }} />
      </div>
      <p class="note">{`${target.about.charAt(0).toUpperCase()}${target.about.slice(1)}.`}</p>
      {target.has_url && (
        <label class="field">
          <span>Web address of the folder for the files</span>
          <input
            type="url"
            placeholder="none: for this computer only"
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
      )}
      <Result work={work} />
    </li>
  );
}

function Part({ part }: { part: InstructionPart }) {
  const List = part.are_steps ? "ol" : "div";
  const Item = part.are_steps ? "li" : "p";
  return (
    <div class={`instruction${part.title ? "" : " remark"}`}>
      {part.title && <h3>{part.title}</h3>}
      <List>
        {part.paragraphs.map((words, number) => (
          <Item key={number}>
            <Paragraph words={words} />
          </Item>
        ))}
      </List>
    </div>
  );
}

function Paragraph({ words }: { words: Words[] }) {
  return (
    <>
      {words.map(([text, isBold, isItalic], number) => {
        const inner = isItalic ? <em>{text}</em> : text;
        return isBold ? <strong key={number}>{inner}</strong> : inner;
      })}
    </>
  );
}
