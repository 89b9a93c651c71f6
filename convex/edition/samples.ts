/**
 * What was invented in this folder, so that a notice can say what is left of it. Nobody changes it: a value is a sample
 * while it is the same as here.
 */
/** Invented sponsors and partners, by their ids in `sponsors.ts`. */
export const inventedSponsors: ReadonlySet<string> = new Set(
  `vayuforge taarbase chakraloop kauripay northquay gullygrid lumenpath
  bitsandook inkfinch pixelmandi zenkite kilnworks saptorbit morpankh
  delhi-byte-circle nari-commits open-chowk campus-compilers first-push
  monsoon-devs jam-junction kernel-kahani pixel-paathshala night-canteen`.split(
    /\s+/u,
  ),
);

/** Tracks that are named after invented sponsors, by their titles. */
export const inventedTracks: ReadonlySet<string> = new Set([
  "Vayuforge Track",
  "Taarbase Track",
]);

/** The middle of Delhi. */
export const inventedPosition = "28.6139, 77.209";
