// Bundles the page into ../static. `--check` compares instead of writing; `--watch` bundles again after each edit.
import { context, build } from "esbuild";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "static");
const options = {
  absWorkingDir: here,
  entryPoints: [
    { in: "src/main.tsx", out: "page" },
    { in: "src/codemirror.ts", out: "codemirror" },
    { in: "src/index.html", out: "index" },
    { in: "src/table-page.tsx", out: "table" },
    { in: "src/table.html", out: "table" },
    { in: "src/start.tsx", out: "start" },
    { in: "src/start.html", out: "start" },
  ],
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome111", "firefox120", "safari17.5"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  loader: { ".html": "copy" },
  outdir: target,
  logLevel: "warning",
};

// The gallery must work without a server, where browsers load no modules.
const all = [options, { ...options, format: "iife", entryPoints: [{ in: "src/gallery.tsx", out: "gallery" }] }];

// The licences of what is in the bundles, each text once with the packages that it is of.
const inputs = await Promise.all(
  all.map(async (one) => Object.keys((await build({ ...one, write: false, metafile: true })).metafile.inputs)),
);
const packages = new Set(
  inputs.flat().flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
);
const texts = new Map();
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = (await readFile(join(folder, file), "utf8")).trim();
  texts.set(text, [...(texts.get(text) ?? []), name]);
}
const words = `${[...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}`).join("\n\n\n")}\n`;
const licences = join(target, "licences.txt");

if (process.argv.includes("--watch")) {
  for (const one of all) await (await context(one)).watch();
} else if (process.argv.includes("--check")) {
  const outputFiles = (await Promise.all(all.map((one) => build({ ...one, write: false })))).flatMap((one) => one.outputFiles);
  const stale = [];
  for (const file of [...outputFiles, { path: licences, contents: Buffer.from(words) }]) {
    const written = await readFile(file.path).catch(() => Buffer.alloc(0));
    if (!written.equals(Buffer.from(file.contents))) stale.push(basename(file.path));
  }
  if (stale.length) {
    console.error(`not made of the sources: ${stale.join(", ")}; run npm run build in cardgen/preview/web`);
    process.exit(1);
  }
} else {
  for (const one of all) await build(one);
  await writeFile(licences, words);
}
