// One observer for all that is drawn only while it is near the window, of which there may be thousands.

const hearers = new WeakMap<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | null = null;

/** Tell whether an element is near the window, now and whenever that changes, until the returned function is called. */
export function watchNear(element: Element, hear: (isNear: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => entries.forEach((entry) => hearers.get(entry.target)?.(entry.isIntersecting)), { rootMargin: "700px" });
  hearers.set(element, hear);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
