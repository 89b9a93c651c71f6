import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Phase, Settings, SettingsChange } from "#convex/shared/settings";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/text-field";
import { Confirmation } from "../../../ui/confirmation";
import {
  eventIsOver,
  heroWords,
  registrationClosed,
} from "../../../content/calls";
import { offersOf, type Offer } from "./phase-offers";
import type { States } from "./states";

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

/**
 * The phase of the event. Every change asks first, because all visitors see it, and offers what usually goes with it;
 * all of it is one change.
 */
export function PhaseChoice({
  settings,
  states,
  nowMs,
}: {
  settings: Settings;
  states: States;
  nowMs: number;
}) {
  const change = useMutation(api.settings.change);
  // Kept while the dialog closes.
  const [wanted, setWanted] = useState<PhaseWords & { offers: Offer[] }>();
  const [isAsking, setIsAsking] = useState(false);
  const [declined, setDeclined] = useState<readonly Offer[]>([]);
  const current = settings.phase;

  function choose(choice: PhaseWords) {
    if (choice.phase === current) return;
    const offers = offersOf(choice.phase, settings, states, nowMs);
    setWanted({ ...choice, offers });
    setDeclined([]);
    setIsAsking(true);
  }

  return (
    <section className="stack gap-4" aria-labelledby="phase">
      <h2 id="phase">Phase</h2>
      <ol className="grid gap-3 halves org-phases">
        {phases.map((choice) => (
          <li key={choice.phase}>
            <Button
              isWide
              aria-pressed={choice.phase === current}
              tone={choice.phase === current ? "signal" : "outline"}
              onClick={() => choose(choice)}
            >
              {choice.label}
            </Button>
          </li>
        ))}
      </ol>
      <p className="soft">
        {phases.find(({ phase }) => phase === current)?.text}
      </p>
      {wanted && (
        <Confirmation
          isOpen={isAsking}
          title={`Set the phase to “${wanted.label}”?`}
          text={wanted.text}
          confirm={`Set it to “${wanted.label}”`}
          tone="signal"
          failure={FAILURE}
          onClose={() => setIsAsking(false)}
          onConfirm={() =>
            change(
              wanted.offers
                .filter((offer) => !declined.includes(offer))
                .reduce<SettingsChange>(
                  (all, offer) => ({ ...all, ...offer.change }),
                  { phase: wanted.phase },
                ),
            )
          }
        >
          {wanted.offers.map((offer) => (
            <Checkbox
              key={offer.label}
              label={offer.label}
              checked={!declined.includes(offer)}
              onChange={({ target }) =>
                setDeclined(
                  target.checked
                    ? declined.filter((one) => one !== offer)
                    : [...declined, offer],
                )
              }
            />
          ))}
        </Confirmation>
      )}
    </section>
  );
}
