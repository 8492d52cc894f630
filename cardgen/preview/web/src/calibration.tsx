import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { look, update, useStore } from "./store";

const CARD = { width: 85.6, height: 53.98 }; // mm, ISO/IEC 7810 ID-1: bank cards and driving licences

/** Measure this screen once: a bank card on the glass, and a slider. */
export function Calibration() {
  const { looking } = useStore();
  const [scale, setScale] = useState(looking.pixelsPerMm);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const save = () => {
    look({ pixelsPerMm: scale, isCalibrated: true });
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} class="small" aria-labelledby="calibrate" onClose={() => update({ dialog: "" })}>
      <h2 id="calibrate">True size on this screen</h2>
      <p>Hold a bank card to the screen, and move the slider until the frame is as large as the card.</p>
      <div class="bank-card" style={{ width: `${CARD.width * scale}px`, height: `${CARD.height * scale}px` }} />
      <input
        type="range"
        aria-label="Size of the frame"
        min={2}
        max={12}
        step={0.01}
        value={scale}
        onInput={(event) => setScale(Number(event.currentTarget.value))}
      />
      <footer>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" class="strong" onClick={save}>
          Keep for this screen
        </button>
      </footer>
    </dialog>
  );
}
