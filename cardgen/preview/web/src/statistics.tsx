import { go, useStore } from "./store";
import type { FieldSummary, KindSummary } from "./trial";

const MOST_WORDS = 8;
const MOST_LONGEST = 3;

/** What is in the deck, kind by kind, as `cardgen stats` counts it; every number counts copies. */
export function Statistics({ kinds }: { kinds: KindSummary[] }) {
  const { snapshot } = useStore();
  const title = (kind: KindSummary) => snapshot?.kinds.find((one) => one.name === kind.kind)?.title ?? kind.title;
  const shown = kinds.filter((kind) => kind.fields.length);
  if (!shown.length) return null;
  return (
    <section class="statistics" aria-labelledby="statistics">
      <h2 id="statistics">In the deck</h2>
      {shown.map((kind) => (
        <section key={kind.kind} aria-label={title(kind)}>
          <h3>
            {title(kind)}
            <small>{`${kind.designs} designs, ${kind.copies} pieces`}</small>
          </h3>
          <div class="fields-of-kind">
            {kind.fields.map((field) => (
              <Field key={field.field} kind={kind.kind} field={field} />
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

function Field({ kind, field }: { kind: string; field: FieldSummary }) {
  return (
    <figure class="field-summary">
      <figcaption>{field.title}</figcaption>
      {field.type === "number" && (
        <>
          <Bars bars={field.curve} isUpright />
          <p>{`mean ${short(field.mean)}, median ${short(field.median)}, sum ${short(field.total)}${without(field.missing)}`}</p>
        </>
      )}
      {field.type === "choice" && (
        <>
          <Bars bars={field.counts.slice(0, MOST_WORDS).map(([word, , copies]) => [word, copies])} />
          <p>
            {[field.counts.length > MOST_WORDS && `${field.counts.length - MOST_WORDS} more`, field.missing && `${field.missing} without`]
              .filter(Boolean)
              .join(", ")}
          </p>
        </>
      )}
      {field.type === "text" && (
        <>
          <p>{`${Math.round(field.mean)} characters on average; the longest:`}</p>
          <ul>
            {field.longest.slice(0, MOST_LONGEST).map(([id, name, length]) => (
              <li key={id}>
                <CardLink id={`${kind}/${id}`} name={name} /> {length}
              </li>
            ))}
          </ul>
        </>
      )}
    </figure>
  );
}

function CardLink({ id, name }: { id: string; name: string }) {
  const { snapshot } = useStore();
  if (!snapshot?.faces.some((face) => face.id === id)) return <>{name}</>;
  return (
    <button type="button" class="link" onClick={() => go("cards", id)}>
      {name}
    </button>
  );
}

/** Numbers as bars: upright for a curve, lying for words. */
function Bars({ bars, isUpright }: { bars: [string, number][]; isUpright?: boolean }) {
  const most = Math.max(...bars.map(([, count]) => count), 1);
  return (
    <ol class={isUpright ? "bars upright" : "bars"}>
      {bars.map(([word, count]) => (
        <li key={word}>
          <span class="bar-word">{word.replaceAll("_", " ")}</span>
          <span class="bar-room">
            <span class="bar-ink" style={{ [isUpright ? "height" : "width"]: `${(100 * count) / most}%` }} />
          </span>
          <span class="bar-count">{count || ""}</span>
        </li>
      ))}
    </ol>
  );
}

function without(missing: number): string {
  return missing ? `; ${missing} without` : "";
}

function short(number: number): string {
  return String(Math.round(number * 100) / 100);
}
