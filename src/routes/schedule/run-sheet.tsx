import { ConvexProvider } from "convex/react";
import { useEffect, useRef, type Ref } from "react";
import { api } from "#convex/_generated/api";
import {
  endOf,
  entryPath,
  FEED_PATH,
  nowAndNext,
  type Entry,
} from "#convex/content/shared/schedule";
import { roughly } from "../../features/clock/countdown";
import {
  useDeploymentMinute,
  useIsMeasured,
} from "../../features/clock/deployment-clock";
import { EntryTitle, untilOf } from "../../features/schedule/entry-line";
import { convex } from "../../lib/connection/convex-client";
import { actionHref, siteUrl } from "../../lib/connection/site-url";
import {
  formatIsoDay,
  formatTime,
  partsOfDay,
} from "../../lib/time/format-time";
import { shortOwnTime } from "../../lib/time/own-time";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { classNames } from "../../ui/class-names";
import { LoadFailure } from "../../ui/load-failure";
import { Outward } from "../../ui/outward";
import { Skeleton } from "../../ui/skeleton";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./schedule.module.css";

/** The schedule, live, by day; what is on is lit, and the page begins there. */
export function RunSheet() {
  return (
    <ConvexProvider client={convex}>
      <LiveSheet />
    </ConvexProvider>
  );
}

function LiveSheet() {
  const live = useQuietLive(api.schedule.list, {});
  switch (live.status) {
    case "pending":
      return <Skeleton height="40rem" />;
    case "error":
      return <LoadFailure>Failed to load the schedule</LoadFailure>;
    case "success":
      return live.data.length === 0 ? (
        <p className="soft">Nothing is planned yet.</p>
      ) : (
        <Days entries={live.data} />
      );
  }
}

/** What a line of the sheet needs to know of the time. */
type Moment = { minute: number; now: Entry[]; next: Entry[] };

function Days({ entries }: { entries: readonly Entry[] }) {
  const minute = useDeploymentMinute();
  const phase = dataOf(useQuietLive(api.settings.current, {}))?.phase;
  const moment = { minute, ...nowAndNext(entries, minute) };
  const dayOf = ({ startsAt }: Entry) => formatIsoDay(startsAt);
  const days = [...new Set(entries.map(dayOf))];
  const centred = useCentred();
  const begun = entries.findLast(({ startsAt }) => startsAt <= minute);
  const marked = begun === entries.at(-1) ? undefined : begun;
  return (
    <>
      <Subscription />
      <p className="measure soft">
        <span>{inWords(moment, phase === "over")}</span>
        <span>
          {shortOwnTime(minute) !== null &&
            entries.some(({ wholeDay }) => !wholeDay) &&
            " Below each time stands that of your own device."}
        </span>
      </p>
      {days.map((day) => (
        <section
          key={day}
          className={`grid gap-4 ${styles.day}`}
          aria-labelledby={day}
        >
          <h2 id={day}>{dayInWords(day)}</h2>
          <ol className={`stack ${styles.sheet}`}>
            {entries
              .filter((entry) => dayOf(entry) === day)
              .map((entry) => (
                <Row
                  key={entry._id}
                  entry={entry}
                  moment={moment}
                  ref={entry === marked ? centred : undefined}
                  isMarked={entry === marked}
                />
              ))}
          </ol>
        </section>
      ))}
    </>
  );
}

/** Ways to keep the schedule in one's own calendar. */
function Subscription() {
  const webcal = (siteUrl() + FEED_PATH).replace(/^https?/u, "webcal");
  const google = new URL("https://calendar.google.com/calendar/r");
  google.searchParams.set("cid", webcal);
  return (
    <p className="row gap-x-5 gap-2">
      <a href={webcal}>Keep it in your calendar</a>
      <a href={google.href} target="_blank" rel="noopener">
        <Outward>In Google Calendar</Outward>
      </a>
      <a href={actionHref(FEED_PATH)} download>
        Download
      </a>
    </p>
  );
}

function Row({
  ref,
  entry,
  moment: { minute, now, next },
  isMarked,
}: {
  ref: Ref<HTMLLIElement> | undefined;
  entry: Entry;
  moment: Moment;
  /** Whether the marker of the time follows. */
  isMarked: boolean;
}) {
  const { startsAt, place, kind } = entry;
  const isNow = now.includes(entry);
  const isNext = next.includes(entry);
  const isOver = endOf(entry) <= minute;
  return (
    <>
      <li
        ref={ref}
        className={classNames(
          "grid",
          styles.entry,
          isNow && styles.now,
          isOver && styles.over,
        )}
        aria-current={isNow ? "time" : undefined}
      >
        <Times entry={entry} />
        <div
          className={`grid gap-1 content-start justify-items-start ${styles.words}`}
        >
          {isNow && <p className="label signal-text">Now</p>}
          {isNext && (
            <p className="label soft">{`Next, in ${roughly(startsAt - minute)}`}</p>
          )}
          <h3>
            <EntryTitle entry={entry} />
          </h3>
          <p className="quiet text-s">
            {[kindWords[kind], place].filter(Boolean).join(" · ")}
          </p>
          {!isOver && (
            <a className="text-s" href={actionHref(entryPath(entry._id))}>
              Add to calendar
              <VisuallyHidden>{`: ${entry.title}`}</VisuallyHidden>
            </a>
          )}
        </div>
      </li>
      {isMarked && (
        <li
          className={`grid gap-3 items-center signal-text small-headline tabular ${styles.marker}`}
          aria-hidden="true"
        >
          {formatTime(minute)}
        </li>
      )}
    </>
  );
}

function Times({ entry: { startsAt, endsAt, wholeDay } }: { entry: Entry }) {
  if (wholeDay)
    return <p className={`strong tight ${styles.times}`}>All day</p>;
  const own = shortOwnTime(startsAt);
  return (
    <p className={`strong tight ${styles.times}`}>
      <time dateTime={new Date(startsAt).toISOString()}>
        {formatTime(startsAt)}
      </time>
      {endsAt !== undefined && (
        <span className={`quiet text-s ${styles.until}`}>
          {`to ${untilOf(startsAt, endsAt)}`}
        </span>
      )}
      {own !== null && (
        <span className={`soft text-s ${styles.own}`}>
          <VisuallyHidden>Your time: </VisuallyHidden>
          <span>{own}</span>
        </span>
      )}
    </p>
  );
}

const kindWords: Record<Entry["kind"], string | null> = {
  stage: null,
  meal: "Meal",
  mentoring: "Mentoring",
  deadline: "Deadline",
  other: null,
};

/** "Saturday, 28 June". */
function dayInWords(day: string): string {
  const { weekday, number, month } = partsOfDay(`${day}T00:00:00+05:30`);
  return `${weekday}, ${number} ${month}`;
}

/** What is on and what comes next, for whoever does not look at the line. */
function inWords({ now, next }: Moment, isOver: boolean): string {
  const [first] = next;
  const titles = (list: Entry[]) => list.map(({ title }) => title).join(", ");
  return [
    now.length > 0 && `Now: ${titles(now)}.`,
    first && `Next: ${titles(next)}, ${whenInWords(first)}.`,
    now.length === 0 &&
      !first &&
      (isOver ? "All of it is over." : "What comes next will be here."),
  ]
    .filter(Boolean)
    .join(" ");
}

function whenInWords({ startsAt, wholeDay }: Entry): string {
  const day = dayInWords(formatIsoDay(startsAt));
  return wholeDay ? day : `${day}, ${formatTime(startsAt)}`;
}

/** Brings the line of the marker to the middle, once the time is known, unless the reader is somewhere already. */
function useCentred() {
  const ref = useRef<HTMLLIElement>(null);
  const isMeasured = useIsMeasured();
  useEffect(() => {
    if (isMeasured && window.scrollY === 0 && location.hash === "")
      ref.current?.scrollIntoView({ block: "center", behavior: "instant" });
  }, [isMeasured]);
  return ref;
}
