import { useEffect, useState } from "preact/hooks";

/** Return the width of the main part of the page, in pixels. */
export function useWidth(): number {
  const [width, setWidth] = useState(() => document.getElementById("main")?.clientWidth ?? innerWidth);
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return;
    const observer = new ResizeObserver(() => setWidth(main.clientWidth));
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
  return width;
}
