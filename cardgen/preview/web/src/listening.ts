// Components that follow a value which changes outside of them.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/**
 * Return a value, and draw the component again when it is another one. No change is missed between the first drawing of the
 * component and the moment at which it listens.
 */
export function useValue<T>(listeners: Set<() => void>, read: () => T): T {
  const [, setCount] = useState(0);
  const shown = read();
  const latest = useRef({ read, shown });
  latest.current = { read, shown };
  useLayoutEffect(() => {
    const listener = () => {
      if (!Object.is(latest.current.read(), latest.current.shown)) setCount((count) => count + 1);
    };
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return shown;
}
