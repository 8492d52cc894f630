// The faces, aids and rules of the decks of a table.
import { useEffect, useState } from "preact/hooks";
import type { Document, Face, Kind, Picture, Snapshot } from "./api";

/** A text, and whether it is bold and italic; a line feed for a break. */
export type Run = [text: string, isBold: boolean, isItalic: boolean];

/** A part of a text; mirrors cardgen/preview/table/rules_text.py. */
export interface TextBlock {
  role: string;
  runs?: Run[];
  marker?: string;
  depth?: number;
  rows?: Run[][][];
  name?: string;
  words?: string;
}

export interface RulesDocument extends Document {
  text: TextBlock[];
  figures: [name: string, picture: Picture][];
}

/** What is drawn of a deck. */
export interface Pieces {
  is_complete?: boolean; // else it is still being drawn
  card: [number, number];
  kinds: Kind[];
  faces: Face[];
}

/** What is drawn of a deck of a room, with the rules. */
export interface PiecesOfRoom extends Pieces {
  documents: RulesDocument[];
  language: string;
}

const EMPTY: PiecesOfRoom & { is_complete: boolean } = { is_complete: true, card: [63.5, 88.9], kinds: [], faces: [], documents: [], language: "" };
const STILL_DRAWN = 1500; // milliseconds after which a deck is asked for again that takes long, or could not be had
const indexed = new WeakMap<Face[], Map<string, Face>>();

/** Return the pieces of a deck by their ids; `KIND/` stands for any piece of a kind, of which only the back is seen. */
export function facesById(pieces: Pieces | Snapshot | null): Map<string, Face> {
  if (!pieces) return new Map();
  let found = indexed.get(pieces.faces);
  if (!found) {
    found = new Map(pieces.faces.map((face) => [face.id, face]));
    for (const face of pieces.faces) if (!found.has(`${face.kind}/`)) found.set(`${face.kind}/`, face);
    indexed.set(pieces.faces, found);
  }
  return found;
}

/** Ask for the pieces of the decks of a table, and again when its decks were edited. */
export function usePieces(code: string, decks: string[], language: string, edit: unknown): (PiecesOfRoom | null)[] {
  const [found, setFound] = useState<Record<string, PiecesOfRoom>>({});
  useEffect(() => {
    let isObsolete = false;
    const query = language ? `?lang=${encodeURIComponent(language)}` : "";
    async function follow(deck: string): Promise<void> {
      while (!isObsolete) {
        const answer = await fetch(`/api/rooms/${encodeURIComponent(code)}/decks/${encodeURIComponent(deck)}/faces${query}`).catch(() => null);
        const isLater = !answer || answer.status >= 429; // the server, or a process of it, has just ended, or wrong codes were tried
        const pieces = answer?.ok ? ((await answer.json()) as typeof EMPTY) : isLater ? null : EMPTY;
        if (isObsolete) return;
        if (pieces) setFound((before) => ({ ...before, [deck]: pieces }));
        if (pieces?.is_complete) return;
        await new Promise((resolve) => window.setTimeout(resolve, STILL_DRAWN));
      }
    }
    for (const deck of new Set(decks)) void follow(deck);
    return () => {
      isObsolete = true;
    };
  }, [code, decks.join("\n"), language, edit]);
  return decks.map((deck) => found[deck] ?? null);
}
