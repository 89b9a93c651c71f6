import type { Live } from "../../lib/use-live";

/** The same live view of something made of the value. */
export function mapLive<From, To>(
  live: Live<From>,
  map: (data: From) => To,
): Live<To> {
  return live.status === "success"
    ? { status: "success", data: map(live.data) }
    : live;
}
