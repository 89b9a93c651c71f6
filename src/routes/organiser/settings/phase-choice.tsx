import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Phase } from "#convex/shared/settings";
import { Button } from "../../../ui/button";
import { TitledPanel } from "../frame/titled-panel";
import { Confirmation } from "../../../ui/confirmation";
import {
  eventIsOver,
  heroWords,
  registrationClosed,
} from "../../../content/calls";

type PhaseWords = {
  phase: Phase;
  label: string;
  /** What visitors read in this phase. */
  text: string;
};

/** In the order in which an event goes through them. */
const phases: readonly PhaseWords[] = [
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

const FAILURE = "Failed to change the phase";

/** The phase of the event. Every change asks first, because all visitors see it. */
export function PhaseChoice({ current }: { current: Phase }) {
  const id = useId();
  const change = useMutation(api.settings.change);
  // Kept while the dialog closes.
  const [wanted, setWanted] = useState<PhaseWords>();
  const [isAsking, setIsAsking] = useState(false);

  function choose(choice: PhaseWords) {
    if (choice.phase === current) return;
    setWanted(choice);
    setIsAsking(true);
  }

  return (
    <TitledPanel title="Phase of the event">
      <p className="org-quiet">It stays until an organiser changes it.</p>
      <ol className="stack gap-5 gap-x org-phases">
        {phases.map((choice) => (
          <li key={choice.phase}>
            <Button
              isWide
              aria-pressed={choice.phase === current}
              tone={choice.phase === current ? "signal" : "outline"}
              aria-describedby={`${id}-${choice.phase}`}
              onClick={() => choose(choice)}
            >
              {choice.label}
            </Button>
            <p id={`${id}-${choice.phase}`}>{choice.text}</p>
          </li>
        ))}
      </ol>
      {wanted && (
        <Confirmation
          isOpen={isAsking}
          title={`Set the phase to “${wanted.label}”?`}
          text={wanted.text}
          confirm={`Set it to “${wanted.label}”`}
          tone={wanted.phase === "open" ? "signal" : "hot"}
          failure={FAILURE}
          onClose={() => setIsAsking(false)}
          onConfirm={() => change({ phase: wanted.phase })}
        />
      )}
    </TitledPanel>
  );
}
