import type { Phase } from "#convex/shared/settings";
import {
  eventIsOver,
  heroWords,
  registrationClosed,
} from "../../../content/calls";

export type PhaseWords = {
  phase: Phase;
  label: string;
  /** What visitors read in this phase. */
  text: string;
};

/** In the order in which an event goes through them. */
export const phases: readonly PhaseWords[] = [
  {
    phase: "open",
    label: "Registration open",
    text: `REGISTER NOW leads to the external registration. Visitors read: “${heroWords.shown}”`,
  },
  {
    phase: "closed",
    label: "Registration closed",
    text: `In the place of every registration button visitors read: “${registrationClosed}.” And: “${heroWords.closed}”`,
  },
  {
    phase: "live",
    label: "Live now",
    text: `The landing page says LIVE NOW, and the banner is gone. Visitors read: “${heroWords.live}” And in the place of every registration button: “${registrationClosed}.”`,
  },
  {
    phase: "over",
    label: "Over",
    text: `Visitors read: “${eventIsOver}” Stay Updated takes the place of every call to register.`,
  },
];
