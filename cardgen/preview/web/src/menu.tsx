import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { look, useStore, type Vision } from "./store";

/** A button that opens a list of choices; a click elsewhere or Escape closes it. */
export function Menu({ label, children }: { label: string; children(close: () => void): ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => !menu.current?.contains(event.target as Node) && setOpen(false);
    const escape = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    addEventListener("pointerdown", close);
    addEventListener("keydown", escape);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", escape);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={menu}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && <div class="popup">{children(() => setOpen(false))}</div>}
    </div>
  );
}

/** The choices about looking, which change no picture. */
export function LookRows() {
  const { looking } = useStore();
  return (
    <>
      <Switch label="Backs" hint="B" value={looking.showsBacks} set={(showsBacks) => look({ showsBacks })} />
      <Switch label="Bleed" hint="D" value={looking.showsBleed} set={(showsBleed) => look({ showsBleed })} />
      <Switch label="Safe area, 3 mm" hint="S" value={looking.showsSafe} set={(showsSafe) => look({ showsSafe })} />
      <label class="row">
        Colours
        <select value={looking.vision} onChange={(event) => look({ vision: event.currentTarget.value as Vision })}>
          <option value="">as printed</option>
          <option value="grey">in grey</option>
          <option value="deuteranopia">without green (deuteranopia)</option>
          <option value="protanopia">without red (protanopia)</option>
          <option value="tritanopia">without blue (tritanopia)</option>
        </select>
      </label>
      <label class="row">
        Page
        <select
          value={looking.theme}
          onChange={(event) => look({ theme: event.currentTarget.value as "" | "light" | "dark" })}
        >
          <option value="">like the system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
    </>
  );
}

export function Switch(properties: { label: string; hint: string; value: boolean; set(value: boolean): void }) {
  const { label, hint, value, set } = properties;
  return (
    <label class="row">
      <span>
        {label} <kbd>{hint}</kbd>
      </span>
      <input type="checkbox" role="switch" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
    </label>
  );
}
