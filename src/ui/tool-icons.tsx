import { icon } from "./icons";

// Icons that the landing page does not use; the others are in its scripts.

export const WarningIcon = icon(
  "M6 2h8l4 4v8l-4 4H6l-4-4V6zM10 5.5v5.5M10 13v2",
);
export const CheckIcon = icon("m3.5 10.5 4 4 9-9", { strokeWidth: "2.5" });
export const CopyIcon = icon("M7 7h10v7l-3 3H7zM13 7V3H6L3 6v7h4");
export const ShareIcon = icon("M10 13V2.5M5.5 7 10 2.5 14.5 7M4 11v6.5h12V11");
export const QrIcon = icon(
  "M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h2v2h-2zM17 12v5h-5",
);
export const PenIcon = icon("M3 17v-3.5L13.5 3 17 6.5 6.5 17zM11 5.5 14.5 9");

/** More actions. */
export const MoreIcon = icon("M4 8.5h0v3h0zM10 8.5h0v3h0zM16 8.5h0v3h0z", {
  strokeWidth: "3",
});
export const DownloadIcon = icon("M10 2.5v10M5 8l5 5 5-5M3 17.5h14");
export const GoogleIcon = icon("M15.2 5.4A7 7 0 1 0 17 10h-6.5", {
  strokeWidth: "2.5",
});
export const LeaderIcon = icon("M10 2.5 17.5 10 10 17.5 2.5 10z", {
  fill: "currentColor",
});
