import { useEffect, useState } from "preact/hooks";
import { ask } from "./api";
import { encodePath } from "./editing";
import { getState, useStore } from "./store";

interface Workbook {
  sheets: { name: string; rows: string[][]; more: number }[];
  problems: string[];
}

/** The worksheets of a workbook, which is edited in its own program. */
export function WorkbookView({ name }: { name: string }) {
  const { edit } = useStore();
  const [book, setBook] = useState<Workbook | null>(null);
  const [sheet, setSheet] = useState(0);
  const [failure, setFailure] = useState("");
  useEffect(() => {
    ask<Workbook>(getState().deck, `files/${encodePath(name)}`)
      .then((found) => (setBook(found), setFailure("")))
      .catch((error: Error) => setFailure(error.message));
  }, [name, edit]);
  const shown = book?.sheets[sheet];
  const columns = Math.max(1, ...(shown?.rows.map((row) => row.length) ?? []));
  return (
    <div class="table">
      <p class="note">A workbook is edited in its own program; the cards follow when it is saved there.</p>
      {[failure, ...(book?.problems ?? [])].filter(Boolean).map((problem) => (
        <p key={problem} class="trouble" role="alert">
          {problem}
        </p>
      ))}
      {(book?.sheets.length ?? 0) > 1 && (
        <select aria-label="Worksheet" value={sheet} onChange={(event) => setSheet(Number(event.currentTarget.value))}>
          {book?.sheets.map((one, index) => (
            <option key={one.name} value={index}>
              {one.name}
            </option>
          ))}
        </select>
      )}
      {shown && (
        <table aria-label={shown.name || name}>
          <tbody>
            {shown.rows.map((row, number) => (
              <tr key={number}>
                {Array.from({ length: columns }, (_, column) => (
                  <td key={column}>{row[column] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown && shown.more > 0 && <p class="note">and {shown.more} more rows</p>}
    </div>
  );
}
