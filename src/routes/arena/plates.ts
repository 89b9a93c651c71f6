import { markPlates } from "../../ui/logo";

const [upperLeft, upperRight] = markPlates;
const sixths = [
  "M4 14 14 4H30V19H4Z",
  "M60 14 50 4H34V19H60Z",
  "M4 22H27L18 32 27 42H4Z",
  "M60 22H37L46 32 37 42H60Z",
  "M4 50 14 60H30V45H4Z",
  "M60 50 50 60H34V45H60Z",
];

/** Plates around the mark's dot, on its grid, in the order of the slots: as many as make a full team. */
export const platesOf: Readonly<Record<number, readonly string[]>> = {
  2: [
    "M4 14 14 4H30V20L18 32 30 44V60H14L4 50Z",
    "M60 14 50 4H34V20L46 32 34 44V60H50L60 50Z",
  ],
  3: [upperLeft, upperRight, "M4 50 14 60H50L60 50V33H43L32 44 21 33H4Z"],
  4: markPlates,
  5: [...sixths.slice(0, 4), "M4 50 14 60H50L60 50V45H4Z"],
  6: sixths,
};
