import { useMutation } from "convex/react";
import { api } from "#convex/_generated/api";
import {
  settingWords,
  TIMELINE,
  valueInWords,
  type RecentChanges,
} from "#convex/settings/shared";
import { formatDay } from "../../../lib/time/format-date";
import { formatMoment, formatTime } from "../../../lib/time/format-time";
import { AskingButton } from "../../../ui/confirmation";
import { Effects, type Moment } from "./effects";

type Change = RecentChanges["changes"][number];

/** "As it was before 9:04 PM". */
export function labelOf({ at }: Change, nowMs: number): string {
  const isToday = formatDay(at) === formatDay(nowMs);
  return `As it was before ${isToday ? formatTime(at) : formatMoment(at)}`;
}

/** Takes back a change and what came after it, as far as the page shows it. */
export function useTakeBack({ last }: RecentChanges) {
  const takeBack = useMutation(api.settings.takeBack);
  return async ({ _id: changeId }: Change) =>
    takeBack({ changeId, seen: last ?? changeId });
}

/** What a way back sets, and what people see of it. */
export function WhatWasBefore({
  change: { back },
  ...moment
}: Moment & { change: Change }) {
  return (
    <>
      <ul>
        {TIMELINE.filter((name) => name in back).map((name) => (
          <li key={name}>
            {`${settingWords[name]}: ${valueInWords(back[name] ?? null)}`}
          </li>
        ))}
      </ul>
      <Effects of={back} {...moment} />
      <p className="soft">
        Mails that were sent, hand-ins and changed teams stay.
      </p>
    </>
  );
}

/** Who has changed the phase or a time, with the way back. */
export function WayBack({ change, ...moment }: Moment & { change: Change }) {
  const takeBack = useTakeBack(moment.recent);
  const label = labelOf(change, moment.nowMs);
  const { at, by, names } = change;
  return (
    <div className="ends org-way-back">
      <span className="soft">
        {`${by} changed this on ${formatMoment(at)}: ${names.map((name) => settingWords[name]).join(", ")}.`}
      </span>
      <AskingButton
        label={label}
        title={`${label}?`}
        text="This is set again, whatever was changed since then:"
        confirm="Set it again"
        tone="signal"
        failure="Failed to take the change back"
        onConfirm={() => takeBack(change)}
      >
        <WhatWasBefore change={change} {...moment} />
      </AskingButton>
    </div>
  );
}
