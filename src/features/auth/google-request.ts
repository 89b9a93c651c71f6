import { findReturnAddress } from "../../lib/return-address";
import { paths } from "../../paths";

/** The screen where signing in began: it decides the toast and where to go next. */
export type GooglePurpose = "login" | "register";

/** Parameters of `/google`. They are part of its address, so they survive the round trip to Google. */
export type GoogleRequest = {
  purpose: GooglePurpose;
  isRemembered: boolean;
  /** Identifies the popup to its opener; absent if Google replaces the page itself. */
  popup?: string;
  /** The page that was asked for before the login. */
  from?: string;
};

/** `leave` leads to Google, `return` is the redirect back. */
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

/** Parses such an address; unexpected values count as absent. */
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
