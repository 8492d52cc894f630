// The cells of a CSV text with their places in it, so that an edit of a cell touches nothing else.

export interface Cell {
  from: number;
  to: number;
  text: string;
}

/** Return the records of a text, each a list of cells; blank lines are records without cells. */
export function readCells(text: string, delimiter: string): Cell[][] {
  const records: Cell[][] = [];
  let at = /^sep=.\n/i.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const record: Cell[] = [];
    for (;;) {
      const cell = readCell(text, at, delimiter);
      record.push(cell);
      at = cell.to;
      if (text[at] !== delimiter || !delimiter) break;
      at++;
    }
    at++; // the end of the line
    records.push(record.length === 1 && record[0]!.from === record[0]!.to ? [] : record);
  }
  return records;
}

function readCell(text: string, from: number, delimiter: string): Cell {
  let at = from;
  if (text[at] === '"') {
    let words = "";
    for (at++; at < text.length; at++) {
      if (text[at] !== '"') words += text[at];
      else if (text[at + 1] === '"') words += text[at++];
      else break;
    }
    at++;
    while (at < text.length && text[at] !== "\n" && text[at] !== delimiter) words += text[at++];
    return { from, to: Math.min(at, text.length), text: words };
  }
  while (at < text.length && text[at] !== "\n" && text[at] !== delimiter) at++;
  return { from, to: at, text: text.slice(from, at) };
}

/** Return a cell as it is written. */
export function writtenCell(text: string, delimiter: string): string {
  return text.includes('"') || text.includes("\n") || (delimiter && text.includes(delimiter)) || /^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
