import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import {
  phaseWords,
  type Phase,
  type SettingsChange,
} from "#convex/settings/shared";
import { Button } from "../../../ui/button";
import { Checkbox } from "../../../ui/text-field";
import { useQuestion } from "../../../ui/confirmation";
import { registrationClosed } from "../../../content/calls";
import { eventIsOver, visitors } from "../../../content/visitors";
import {
  Effects,
  effectsOf,
  replacementsOf,
  useNumbers,
  type Moment,
} from "./effects";
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
    text: `REGISTER NOW leads to the external registration. Visitors read: “${visitors.shown}”`,
  },
  {
    phase: "closed",
    text: `In the place of every registration button visitors read: “${registrationClosed}.” And: “${visitors.closed}”`,
  },
  {
    phase: "live",
    text: `The landing page says LIVE NOW, and the banner is gone. Visitors read: “${visitors.live}” And in the place of every registration button: “${registrationClosed}.”`,
  },
  {
    phase: "over",
    text: `Visitors read: “${eventIsOver}” Stay Updated takes the place of every call to register.`,
  },
];

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
  const { ask, dialog } = useQuestion();
  const current = settings.phase;
  const changed = recent.changes.find(({ names }) => names.includes("phase"));

  function choose({ phase, text }: PhaseWords) {
    if (phase === current) return;
    const back = recent.changes.find((one) => one.back.phase === phase);
    const offers = offersOf(phase, settings, states, nowMs);
    // No time that somebody has set is replaced by the way, and nothing is done that is folded away.
    const ticked = new Set(
      offers.filter(
        (offer) =>
          back === undefined &&
          replacementsOf(offer.change, moment).length === 0,
      ),
    );
    const ticks = <Offers offers={offers} ticked={ticked} {...moment} />;
    const label = back === undefined ? "" : labelOf(back, nowMs);
    ask({
      title: `Set the phase to “${phaseWords[phase]}”?`,
      text: back ? `${label}:` : text,
      confirm: `Set it to “${phaseWords[phase]}”`,
      tone: back ? "outline" : "signal",
      instead: back && { label, onChoose: () => takeBack(back) },
      failure: "Failed to change the phase",
      onConfirm: async () => {
        const changes = [...ticked].map((offer) => offer.change);
        const all: SettingsChange = Object.assign({ phase }, ...changes);
        await change({ ...all, seen: settings });
      },
      children: back ? (
        <>
          <WhatWasBefore change={back} {...moment} />
          <details className="org-fold">
            <summary>Or set the phase anew</summary>
            <p>{text}</p>
            {ticks}
          </details>
        </>
      ) : (
        <>
          <Effects of={{ phase }} {...moment} />
          {ticks}
        </>
      ),
    });
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
              {phaseWords[choice.phase]}
            </Button>
          </li>
        ))}
      </ol>
      <p className="soft">
        {phases.find(({ phase }) => phase === current)?.text}
      </p>
      {changed && <WayBack change={changed} {...moment} />}
      {dialog}
    </section>
  );
}

/** @param ticked what is taken over with the phase, which changes with each press */
function Offers({
  offers,
  ticked,
  ...moment
}: Moment & { offers: readonly Offer[]; ticked: Set<Offer> }) {
  const numbers = useNumbers();
  return offers.map((offer) => (
    <Checkbox
      key={offer.label}
      label={offer.label}
      hint={[
        ...effectsOf(offer.change, moment, numbers),
        ...replacementsOf(offer.change, moment),
      ].join(" ")}
      defaultChecked={ticked.has(offer)}
      onChange={({ target }) =>
        target.checked ? ticked.add(offer) : ticked.delete(offer)
      }
    />
  ));
}
