// The rules of the game at the table: its goal, its settings, the player aids, and the text of its rules.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Document, Picture } from "./api";
import { PictureBox } from "./picture";
import type { Say, TableState } from "./table-client";
import { type PiecesOfRoom, type Run, type RulesDocument, type TextBlock, usePieces } from "./table-pieces";
import { Dialog, Lines } from "./table-view";

const MOST_WIDTH = 700; // pixels of the text
const AROUND = 60; // pixels of the dialog beside it
const AID_WIDTH = 300;
const FIGURE_ZOOM = 6; // pixels per mm of a figure at most

/** The rules, the player aids, what signs mean, and the table in words. */
export function Rules({ code, state, say, onClose }: { code: string; state: TableState; say: Say; onClose(): void }) {
  const room = state.room!;
  const decks = room.shares_deck ? [room.deck] : room.seats.map((seat) => seat.deck);
  const language = room.languages.includes(state.language) ? state.language : "";
  const [pieces] = usePieces(code, [...new Set(decks)], language, state.view?.game);
  return (
    <Dialog title={say("rules")} say={say} onClose={onClose}>
      <div class="rules" tabIndex={0} role="region" aria-label={say("rules")}>
        {state.view?.goal && (
          <section>
            <h3>{say("goal_title")}</h3>
            <p>{state.view.goal}</p>
          </section>
        )}
        {Object.keys(room.rules).length > 0 && (
          <section>
            <h3>{say("settings_here")}</h3>
            <p>
              {Object.entries(room.rules)
                .map(([name, value]) => `${name}: ${value}`)
                .join(" · ")}
            </p>
          </section>
        )}
        {state.view?.legend && (
          <section>
            <h3>{say("signs")}</h3>
            <p>{state.view.legend}</p>
          </section>
        )}
        {pieces ? <Printed pieces={pieces} deck={decks[0]!} say={say} /> : <p role="status">{say("loading")}</p>}
        {state.view && state.view.lines.length > 0 && (
          <details>
            <summary>{say("words")}</summary>
            <Lines view={state.view} />
          </details>
        )}
      </div>
    </Dialog>
  );
}

function Printed({ pieces, deck, say }: { pieces: PiecesOfRoom; deck: string; say: Say }) {
  const width = Math.min(innerWidth - AROUND, MOST_WIDTH);
  const roles = new Map(pieces.kinds.map((kind) => [kind.name, kind.role]));
  const aids = pieces.faces.filter((face) => roles.get(face.kind) === "aid");
  const box = (picture: Picture, most: number, label: string) => (
    <PictureBox picture={picture} zoom={Math.min(width, most) / picture.width} label={label} deck={deck} isPage />
  );
  return (
    <>
      {pieces.documents.map((document) => (
        <section key={document.id}>
          <h3>{document.title}</h3>
          {document.text.length > 0 ? (
            <>
              <div class="rules-text" lang={pieces.language}>
                <Text document={document} figure={(picture, words) => box(picture, FIGURE_ZOOM * picture.width, words)} />
              </div>
              <AsPrinted say={say}>
                <Pages document={document} box={(page, label) => box(page, width, label)} />
              </AsPrinted>
            </>
          ) : (
            <Pages document={document} box={(page, label) => box(page, width, label)} />
          )}
        </section>
      ))}
      {aids.length > 0 && (
        <section>
          <h3>{say("aids")}</h3>
          <div class="aids">
            {aids.map((face) => [face.face, face.back].map((side) => side && box(side, AID_WIDTH, face.text || face.name)))}
          </div>
        </section>
      )}
    </>
  );
}

/** The printed pages, whose pictures are asked for when they are opened. */
function AsPrinted({ say, children }: { say: Say; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("as_printed")}</summary>
      {isOpen && children}
    </details>
  );
}

function Pages({ document, box }: { document: Document; box(page: Picture, label: string): JSX.Element }) {
  return <>{document.pages.map((page, at) => box(page, `${document.title}, ${at + 1}`))}</>;
}

/** The text of a document, as wide as there is room; of its items, those that follow each other are a list. */
function Text({ document, figure }: { document: RulesDocument; figure(picture: Picture, words: string): JSX.Element }) {
  const figures = new Map(document.figures);
  return (
    <>
      {document.text.map((block, at) => {
        const picture = figures.get(block.name ?? "");
        if (picture) return <figure key={at}>{figure(picture, block.words ?? "")}</figure>;
        return <Block key={at} block={block} />;
      })}
    </>
  );
}

function Block({ block }: { block: TextBlock }) {
  const content = <Runs runs={block.runs ?? []} />;
  if (block.role === "figure") return block.words ? <p class="how">{block.words}</p> : null;
  if (block.role === "item")
    return (
      <p class="listed" style={{ "--depth": block.depth }}>
        <span class="marker">{block.marker}</span> {content}
      </p>
    );
  if (block.role === "table") return <Table rows={block.rows ?? []} />;
  if (block.role === "p" || block.role === "h6") return <p>{content}</p>;
  const Tag = `h${Math.min(6, Number(block.role[1]) + 3)}` as "h4";
  return <Tag class={`level-${block.role[1]}`}>{content}</Tag>;
}

function Table({ rows: [head, ...rows] }: { rows: Run[][][] }) {
  return (
    <div class="rules-table">
      <table>
        {head?.some((cell) => cell.length) && (
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col">
                  <Runs runs={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, number) => (
                <td key={number}>
                  <Runs runs={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Runs({ runs }: { runs: Run[] }) {
  return (
    <>
      {runs.map(([text, isBold, isItalic], at) => {
        const content = text === "\n" ? <br /> : text;
        const leaning = isItalic ? <i key={at}>{content}</i> : content;
        return isBold ? <b key={at}>{leaning}</b> : leaning;
      })}
    </>
  );
}
