import { findReturnAddress } from "../../lib/return-address";
import { paths } from "../../paths";

/** Which screen somebody came from: it decides what they are told, and where they go. */
export type GooglePurpose = "login" | "register";

/** What the page that leads to Google has to know. It is part of its address, so it survives the way there and back. */
export type GoogleRequest = {
  purpose: GooglePurpose;
  isRemembered: boolean;
  /** Names the popup to the page that opened it; absent if Google takes the page's own place. */
  popup?: string;
  /** Where the person wanted to go. */
  from?: string;
};

/** The address of the page that leads to Google, or of its return from there. */
export function googleAddress(
  { purpose, isRemembered, popup, from }: GoogleRequest,
  step: "leave" | "return",
): string {
  const search = new URLSearchParams({ for: purpose, step });
  if (!isRemembered) search.set("remember", "no");
  if (popup !== undefined) search.set("popup", popup);
  if (from !== undefined) search.set("from", from);
  return `${paths.google}?${search}`;
}

/** Reads such an address; what nobody of ours would write counts as absent. */
export function readGoogleRequest(search: URLSearchParams): GoogleRequest {
  const popup = search.get("popup");
  const from = findReturnAddress({ from: search.get("from") });
  return {
    purpose: search.get("for") === "register" ? "register" : "login",
    isRemembered: search.get("remember") !== "no",
    ...(popup !== null && { popup }),
    ...(from !== undefined && { from }),
  };
}
