import { useEffect, useRef } from "preact/hooks";
import { enter, leave, type Offer, usePlaying } from "./games";
import { NewGame } from "./new-game";
import { useStore } from "./store";
import type { TableClient } from "./table-client";
import { type Pieces, usePieces } from "./table-pieces";
import { TableView } from "./table-view";

/** A game on the page: against an agent, between people at this screen, or with others by a link. */
export function Play() {
  const { deck, snapshot } = useStore();
  const { offer, client, failure } = usePlaying();
  useEffect(() => void enter(), [deck]);
  const problems = snapshot?.problems.length;
  useEffect(() => {
    if (offer && !offer.is_playable) void enter();
  }, [problems]);
  const hasAsked = useRef(false); // what is to be played, before the game
  hasAsked.current ||= !client && Boolean(offer?.is_playable);
  if (client) return <Room key={client.code} client={client} hasBegun={hasAsked.current} />;
  if (!offer) return <p class="empty">{failure || "Looking for the rules of the game"}</p>;
  return (
    <div class="play-start">
      {failure && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {offer.is_playable ? <NewGame offer={offer} /> : <Unplayable offer={offer} />}
    </div>
  );
}

function Unplayable({ offer }: { offer: Offer }) {
  if (!offer.has_rules) {
    return <p class="empty">The game of this deck has no rules that cardgen could play. “Try it” counts what is in the deck.</p>;
  }
  return (
    <div class="empty">
      <p>The deck can be played when it has no errors.</p>
      {offer.problems.slice(0, 3).map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}

/** A room of one: the same table as that of several people; the pieces of the deck of the page follow each edit. */
function Room({ client, hasBegun }: { client: TableClient; hasBegun: boolean }) {
  const { deck, snapshot, looking } = useStore();
  const state = client.use();
  const { room } = state;
  const decks = !room ? [] : room.shares_deck ? [room.deck] : room.seats.map((seat) => seat.deck);
  const language = snapshot?.language ?? "";
  const others = decks.filter((one) => one !== deck);
  const found = usePieces(client.code, others, language, state.view?.game);
  const pieces = decks.map((one): Pieces | null => (one === deck ? snapshot : (found[others.indexOf(one)] ?? null)));
  useEffect(() => client.look({ language }), [language]);
  const card = snapshot?.card.join(" ");
  useEffect(() => {
    if (snapshot) client.look({ card: snapshot.card });
  }, [card]);
  useEffect(() => {
    if (state.status === "closed" && state.refusal === "code") leave();
  }, [state.status]);
  if (!state.view) return <p class="empty">{state.status === "closed" ? state.words[`refused_${state.refusal}`] : "Setting up the table"}</p>;
  return (
    <TableView
      {...{ client, decks, pieces, hasBegun }}
      zoom={looking.tableZoom}
      recordAddress={`/api/rooms/${client.code}/record`}
      actions={
        <button type="button" class="quiet" onClick={leave}>
          New game
        </button>
      }
    />
  );
}
