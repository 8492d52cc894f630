// Rich text as letters: words with marks become elements that the browser edits, and elements become words with marks again.

/** A part of a text in one style. A line break and an icon, `{name}`, are parts of their own. */
interface Run {
  text: string;
  isBold: boolean;
  isItalic: boolean;
}

const TOKEN = /(\*{1,3}|\{[\w-]+\}|\n)/;

/** Return the parts of words with marks; nothing if they would not be written again as they are, such as words with a backslash. */
function runsOf(words: string): Run[] | null {
  const runs: Run[] = [];
  let [isBold, isItalic] = [false, false];
  for (const text of words.split(TOKEN).filter(Boolean)) {
    if (!/^\*+$/.test(text)) runs.push({ text, isBold, isItalic });
    if (text === "*" || text === "***") isItalic = !isItalic;
    if (text === "**" || text === "***") isBold = !isBold;
  }
  return words.includes("\\") || marked(runs) !== words ? null : runs;
}

/** Write parts with marks: bold around italic, and no mark beside a blank or around a line break. */
function marked(runs: Run[]): string {
  const parts = runs.map((run) => (run.text === "\n" ? { text: "\n", isBold: false, isItalic: false } : run));
  return grouped(parts, "isBold")
    .map((bold) => wrapped(grouped(bold, "isItalic").map((one) => wrapped(one.map(({ text }) => text).join(""), one[0]!.isItalic ? "*" : "")).join(""), bold[0]!.isBold ? "**" : ""))
    .join("");
}

function grouped(runs: Run[], key: "isBold" | "isItalic"): Run[][] {
  const groups: Run[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && last[0]![key] === run[key]) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

function wrapped(text: string, sign: string): string {
  const [, before, core, after] = /^(\s*)([^]*?)(\s*)$/.exec(text)!;
  return sign && core ? `${before}${sign}${core}${sign}${after}` : text;
}

/** Return whether words can be edited as letters. */
export const areLetters = (words: string): boolean => runsOf(words) !== null;

/** Show words with marks as letters in an element. */
export function showLetters(element: HTMLElement, words: string, icons: string[], iconAddress: (name: string) => string): void {
  element.replaceChildren(
    ...(runsOf(words) ?? []).map(({ text, isBold, isItalic }) => {
      let node: Node = text === "\n" ? document.createElement("br") : document.createTextNode(text);
      const name = text.slice(1, -1);
      if (text.startsWith("{") && icons.includes(name)) node = iconElement(name, iconAddress(name));
      for (const tag of [isItalic && "i", isBold && "b"]) {
        if (!tag) continue;
        const holder = document.createElement(tag);
        holder.append(node);
        node = holder;
      }
      return node;
    }),
  );
}

function iconElement(name: string, address: string): HTMLImageElement {
  const icon = document.createElement("img");
  icon.src = address;
  icon.alt = name;
  icon.dataset.icon = name;
  return icon;
}

/** Return the letters of an element as words with marks. */
export function readLetters(element: HTMLElement): string {
  const runs: Run[] = [];
  const read = (node: Node, isBold: boolean, isItalic: boolean): void => {
    const push = (text: string) => text && runs.push({ text, isBold, isItalic });
    if (node instanceof Text) push(node.data.replaceAll("\u00a0", " "));
    if (!(node instanceof HTMLElement)) return;
    if (node.dataset.icon) push(`{${node.dataset.icon}}`);
    else if (node.tagName === "BR") push("\n");
    else {
      if (/^(DIV|P)$/.test(node.tagName) && runs.length) push("\n");
      const [bold, italic] = [/^(B|STRONG)$/.test(node.tagName), /^(I|EM)$/.test(node.tagName)];
      for (const child of node.childNodes) read(child, isBold || bold, isItalic || italic);
    }
  };
  for (const child of element.childNodes) read(child, false, false);
  if (runs.at(-1)?.text === "\n") runs.pop(); // with which the browser shows that a line is empty
  return marked(runs);
}

/** Return what is typed behind a `/` before the cursor; nothing if there is none. */
export function typedQuery(): string | null {
  const { anchorNode, anchorOffset } = getSelection()!;
  const before = anchorNode instanceof Text ? anchorNode.data.slice(0, anchorOffset) : "";
  return /(?:^|[\s\u00a0])\/([\w-]*)$/.exec(before)?.[1]?.toLowerCase() ?? null;
}

/** Put an icon at the cursor, in the place of the `/` and the letters behind it. */
export function insertIcon(name: string, address: string): void {
  const selection = getSelection()!;
  for (let count = (typedQuery() ?? "").length + (typedQuery() === null ? 0 : 1); count > 0; count--) selection.modify("extend", "backward", "character");
  document.execCommand("insertHTML", false, iconElement(name, address).outerHTML);
}
