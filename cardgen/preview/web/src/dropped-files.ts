// Files that are dropped onto a page, those in folders too.

export const PICTURE = /\.(svg|png|jpe?g|webp)$/i;
const MOST = 2000; // files of one drop
const paths = new WeakMap<File, string>(); // of those that lay in folders

/** Return where a file lay in what was dropped. */
export const pathOf = (file: File): string => paths.get(file) ?? file.name;

/** Return the files of a drop; of folders, all that lie in them. Must be called at once, since the browser forgets a drop. */
export function filesOf(transfer: DataTransfer | null): Promise<File[]> {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...(transfer?.files ?? [])];
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(files);
  return Promise.all(entries.map((entry) => within(entry))).then((found) => found.flat().slice(0, MOST));
}

async function within(entry: FileSystemEntry | null): Promise<File[]> {
  if (!entry || entry.name.startsWith(".")) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((take, refuse) => (entry as FileSystemFileEntry).file(take, refuse));
    paths.set(file, entry.fullPath.slice(1));
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((take, refuse) => reader.readEntries(take, refuse)); // a hundred at a time
    if (!part.length || found.length >= MOST) return found;
    found.push(...(await Promise.all(part.map(within))).flat());
  }
}
