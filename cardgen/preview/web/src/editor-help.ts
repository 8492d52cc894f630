// Suggestions and explanations in the editor; both are answers of cardgen itself.
import { type Completion, type CompletionContext, type CompletionResult, type CompletionSource, insertCompletionText, startCompletion } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import type { Explanation, Hooks, Suggestion } from "./editor-types";

const TYPED = /[\w./#:-]*$/;
const LONGEST_LINE = 20_000;

/** Return what asks cardgen for suggestions in a file. */
export function completions(name: string, hooks: Hooks): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const head = line.text.slice(0, context.pos - line.from);
    if (line.length > LONGEST_LINE || (!context.explicit && !/[\w.{"'|<:/-]$/.test(head))) return null;
    if (!context.explicit && /(^|\s)#/.test(head) && name.endsWith(".yaml")) return null;
    const text = context.state.doc.toString();
    const found = await hooks.suggest(name, text.slice(0, context.pos), text.slice(context.pos));
    if (!found?.items.length || context.aborted) return null;
    return { from: found.start, options: found.items.map(option), validFor: (typed) => TYPED.exec(typed)?.[0] === typed };
  };
}

function option(item: Suggestion): Completion {
  const { label, insert, detail, about, rank, type, picture, color } = item;
  const shown: Completion & { picture: string; color: string } = {
    label,
    type,
    boost: rank * 10,
    picture,
    color,
    ...(detail && { detail }),
    ...(about && { info: () => paragraph(about) }),
    apply: (view: EditorView, _completion: Completion, from: number, to: number) => {
      view.dispatch(insertCompletionText(view.state, insert || label, from, to));
      if (type === "attribute") view.dispatch({ selection: { anchor: view.state.selection.main.head - 1 } });
      if (/[ "]$/.test(insert)) startCompletion(view);
    },
  };
  return shown;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = "about";
  element.textContent = text.replaceAll("`", "");
  return element;
}

/** Return what explains the word under the pointer. */
export function explanations(name: string, hooks: Hooks): Extension {
  return hoverTooltip(
    async (view, position) => {
      const text = view.state.doc.toString();
      const found = await hooks.explain(name, text.slice(0, position), text.slice(position));
      if (!found) return null;
      return { pos: found.start, end: found.end, above: true, create: () => ({ dom: card(found, hooks) }) };
    },
    { hoverTime: 350 },
  );
}

function card(found: Explanation, hooks: Hooks): HTMLElement {
  const box = document.createElement("div");
  box.className = "explanation";
  const title = document.createElement("p");
  const name = document.createElement("strong");
  name.textContent = found.title;
  title.append(name, found.type && ` ${found.type}`);
  box.append(title);
  if (found.about) box.append(paragraph(found.about));
  if (found.values.length) box.append(paragraph(`One of: ${found.values.join(", ")}`));
  if (found.default) box.append(paragraph(`Left out, it is ${found.default}.`));
  if (found.picture) {
    const image = document.createElement("img");
    image.alt = "";
    image.src = hooks.pictureAddress(found.picture);
    image.onerror = () => image.remove();
    box.append(image);
  }
  return box;
}
