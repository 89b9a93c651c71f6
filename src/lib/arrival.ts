/** History state of the page after a sign-in that no guard asked for. */
export const arrival = { isArrival: true };

/** Whether a page with this history state was led to by such a sign-in. */
export function isArrival(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isArrival" in state;
}
