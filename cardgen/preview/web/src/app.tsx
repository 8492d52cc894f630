import { useLayoutEffect } from "preact/hooks";
import { Arrange } from "./arrange";
import { Calibration } from "./calibration";
import { EditorPane } from "./editor-pane";
import { acceptPictures } from "./dropping";
import { FaceView, Notice } from "./face";
import { Filters } from "./filters";
import { KeyList, onKey } from "./keys";
import { Problems } from "./problems";
import { applyLook, useStore, WIDE } from "./store";
import { TABS } from "./tabs";
import { Toolbar } from "./toolbar";
import { TypingLayer } from "./typing-layer";

export function App() {
  const state = useStore();
  const { theme, vision } = state.looking;

  useLayoutEffect(() => {
    addEventListener("keydown", onKey);
    acceptPictures();
    return () => removeEventListener("keydown", onKey);
  }, []);
  useLayoutEffect(() => applyLook(theme, vision), [theme, vision]);

  if (state.failure) {
    return (
      <main class="notice">
        <h1>The preview cannot be shown</h1>
        <p>{state.failure}</p>
      </main>
    );
  }
  const tab = TABS.find((one) => one.id === state.tab) ?? TABS[0]!;
  const View = tab.view;
  return (
    <>
      {state.about && <Filters visions={state.about.visions} />}
      <Toolbar />
      <div class={`body${state.looking.editorIsOpen ? " editing" : ""}${state.looking.editorWidth > WIDE ? " wide" : ""}`}>
        {state.looking.editorIsOpen && <EditorPane />}
        <main id="main" tabIndex={0} class={`view ${tab.id}`} data-ready={state.snapshot ? "" : undefined}>
          {state.snapshot ? <View /> : <Waiting />}
        </main>
        {state.problemsAreOpen && !state.looking.editorIsOpen && <Problems />}
      </div>
      {state.selected && tab.id === "cards" ? <FaceView arrange={Arrange} typing={TypingLayer} /> : <Notice />}
      {state.dialog === "calibrate" && <Calibration />}
      {state.dialog === "keys" && <KeyList />}
    </>
  );
}

function Waiting() {
  return (
    <div class="waiting" role="status">
      <div class="ghosts" aria-hidden="true">
        {Array.from({ length: 10 }, (_, index) => (
          <div key={index} />
        ))}
      </div>
      <p>Drawing the deck</p>
    </div>
  );
}
