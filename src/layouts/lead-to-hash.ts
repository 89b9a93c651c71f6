/**
 * Keeps in sight what the hash of the address names, until the reader moves. Called when the portal is left: React Router
 * scrolls to it once, when parts of the site's page above it, or its own, may still be loading.
 */
export function leadToHash(): void {
  const { hash } = location;
  if (hash === "") return;
  const observer = new ResizeObserver(() =>
    document.getElementById(hash.slice(1))?.scrollIntoView(),
  );
  observer.observe(document.body);
  const end = () => observer.disconnect();
  for (const move of ["wheel", "touchmove", "pointerdown", "keydown"])
    addEventListener(move, end, { once: true });
}
