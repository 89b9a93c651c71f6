import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import {
  phaseWords,
  type Phase,
  type Settings,
  type SettingsChange,
} from "#convex/shared/settings";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/text-field";
import { Confirmation } from "../../../ui/confirmation";
import {
  eventIsOver,
  heroWords,
  registrationClosed,
} from "../../../content/calls";
import { effectsOf, replacementsOf, useNumbers, type Moment } from "./effects";
import { offersOf, type Offer } from "./phase-offers";
import type { States } from "./states";
import { labelOf, useTakeBack, WayBack, WhatWasBefore } from "./way-back";

type PhaseWords = {
  phase: Phase;
  /** What visitors read in this phase. */
  text: string;
};

/** In the order in which an event goes through them. */
const phases: readonly PhaseWords[] = [
  {
    phase: "open",
    text: `REGISTER NOW leads to the external registration. Visitors read: “${heroWords.shown}”`,
  },
  {
    phase: "closed",
    text: `In the place of every registration button visitors read: “${registrationClosed}.” And: “${heroWords.closed}”`,
  },
  {
    phase: "live",
    text: `The landing page says LIVE NOW, and the banner is gone. Visitors read: “${heroWords.live}” And in the place of every registration button: “${registrationClosed}.”`,
  },
  {
    phase: "over",
    text: `Visitors read: “${eventIsOver}” Stay Updated takes the place of every call to register.`,
  },
];

const FAILURE = "Failed to change the phase";

/**
 * The phase of the event. Every change asks first, because all visitors see it. It offers to set all again as it was when
 * the event was in that phase, and what usually goes with the phase; either is one change.
 */
export function PhaseChoice({
  states,
  ...moment
}: Moment & { states: States }) {
  const { settings, nowMs, recent } = moment;
  const change = useMutation(api.settings.change);
  const takeBack = useTakeBack(recent);
  // Kept while the dialog closes, with what the offers rest on.
  const [wanted, setWanted] = useState<
    PhaseWords & { offers: Offer[]; seen: Settings }
  >();
  const [isAsking, setIsAsking] = useState(false);
  const [ticked, setTicked] = useState<readonly Offer[]>([]);
  const numbers = useNumbers(isAsking);
  const current = settings.phase;
  const changed = recent.changes.find(({ names }) => names.includes("phase"));
  const backTo = (phase: Phase) =>
    recent.changes.find((one) => one.back.phase === phase);
  const back = wanted && backTo(wanted.phase);

  function choose(choice: PhaseWords) {
    if (choice.phase === current) return;
    const offers = offersOf(choice.phase, settings, states, nowMs);
    setWanted({ ...choice, offers, seen: settings });
    // No time that somebody has set is replaced by the way, and nothing is done that is folded away.
    setTicked(
      offers.filter(
        (offer) =>
          backTo(choice.phase) === undefined &&
          replacementsOf(offer.change, moment).length === 0,
      ),
    );
    setIsAsking(true);
  }

  async function set({ phase, seen }: { phase: Phase; seen: Settings }) {
    const changes = ticked.map((offer) => offer.change);
    const all: SettingsChange = Object.assign({ phase }, ...changes);
    await change({ ...all, seen });
  }

  const ticks = wanted?.offers.map((offer) => (
    <Checkbox
      key={offer.label}
      label={offer.label}
      hint={[
        ...effectsOf(offer.change, moment, numbers),
        ...replacementsOf(offer.change, moment),
      ].join(" ")}
      checked={ticked.includes(offer)}
      onChange={({ target }) =>
        setTicked(
          target.checked
            ? [...ticked, offer]
            : ticked.filter((one) => one !== offer),
        )
      }
    />
  ));

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
              {phaseWords[choice.phase]}
            </Button>
          </li>
        ))}
      </ol>
      <p className="soft">
        {phases.find(({ phase }) => phase === current)?.text}
      </p>
      {changed && <WayBack change={changed} {...moment} />}
      {wanted && (
        <Confirmation
          isOpen={isAsking}
          title={`Set the phase to “${phaseWords[wanted.phase]}”?`}
          text={back ? `${labelOf(back, nowMs)}:` : wanted.text}
          confirm={`Set it to “${phaseWords[wanted.phase]}”`}
          tone={back ? "outline" : "signal"}
          instead={
            back && {
              label: labelOf(back, nowMs),
              onChoose: () => takeBack(back),
            }
          }
          failure={FAILURE}
          onClose={() => setIsAsking(false)}
          onConfirm={() => set(wanted)}
        >
          {back ? (
            <>
              <WhatWasBefore change={back} {...moment} />
              <details className="org-fold">
                <summary>Or set the phase anew</summary>
                <p>{wanted.text}</p>
                {ticks}
              </details>
            </>
          ) : (
            <>
              <p>{effectsOf({ phase: wanted.phase }, moment, numbers)}</p>
              {ticks}
            </>
          )}
        </Confirmation>
      )}
    </section>
  );
}
