// Icons that a deck does not have yet, from a big free library.
import { useState } from "preact/hooks";
import { ask } from "./api";
import { getState, notify } from "./store";

/** An icon that the deck does not have: it is fetched from the library of icons, if the user asks for it. */
export function FetchIcon({ name, choose }: { name: string; choose(name: string): void }) {
  const [isBusy, setBusy] = useState(false);
  const fetchIt = async () => {
    setBusy(true);
    try {
      choose((await ask<{ name: string }>(getState().deck, "fetched-icon", {}, { name })).name);
    } catch (error) {
      notify((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <>
      <small>No icon has this name.</small>
      <button type="button" class="fetch" disabled={isBusy} onClick={() => void fetchIt()}>
        {isBusy ? "Fetching" : `Fetch “${name}” from game-icons.net`}
      </button>
    </>
  );
}
