import type { JudgingProgress } from "#convex/judging/shared/judging";
import type { Overview, Waiting } from "#convex/organiser/shared";
import type { WindowState } from "#convex/settings/shared";
import { paths } from "../../../paths";
import type { ScreenName } from "../frame/sections";
import { PROMISED_MS } from "../messages/waiting-time";

export type Need = {
  /** Undefined for a single step. */
  count?: number;
  /** What the number counts, "teams have not handed in", or the step. */
  words: string;
  /** A screen of the organisers, or the queue for help. */
  to: ScreenName | typeof paths.help;
  /** The teams that are counted can be reminded. */
  isReminder?: boolean;
};

type Judging = Pick<
  JudgingProgress,
  "closedAt" | "publishedAt" | "scored" | "total" | "judges"
>;

/**
 * What organisers should do now, the most urgent first.
 * @param judging undefined while it is not known, and before the event
 */
export function needsOf({
  overview: { urgentMessages, otherMessagesAt, notHandedIn },
  waiting: { requests, reports, help },
  submissions,
  judging,
  now,
}: {
  overview: Overview;
  waiting: Waiting;
  submissions: WindowState["state"];
  judging: Judging | undefined;
  now: number;
}): Need[] {
  const late = otherMessagesAt.filter((at) => now - at > PROMISED_MS).length;
  const needs: Need[] = [
    need(urgentMessages, "urgent message", "news/messages"),
    need(help, "team waits too long for help", paths.help, {
      many: "teams wait too long for help",
    }),
    need(reports, "report of a person or a team", "teams/requests", {
      many: "reports of people and teams",
    }),
    need(requests, "request for a change", "teams/requests", {
      many: "requests for changes",
    }),
    need(late, "message has waited for a day", "news/messages", {
      many: "messages have waited for a day",
    }),
    {
      ...need(
        submissions === "open" ? notHandedIn : 0,
        "team has not handed in",
        "projects",
        { many: "teams have not handed in" },
      ),
      isReminder: true,
    },
    ...(judging === undefined ? [] : needsOfJudging(judging)),
  ];
  return needs.filter(({ count }) => count !== 0);
}

function needsOfJudging({
  closedAt,
  publishedAt,
  scored,
  total,
  judges,
}: Judging): Need[] {
  if (total === 0 || publishedAt !== null) return [];
  if (closedAt !== null)
    return [{ words: "Judging is closed: publish the results", to: "judging" }];
  if (scored === total)
    return [
      { words: "Every scorecard is filled in: close judging", to: "judging" },
    ];
  return [
    need(
      judges.filter(isBehind(scored / total)).length,
      "judge is behind",
      "judging",
      {
        many: "judges are behind",
      },
    ),
  ];
}

/** Judges are behind when they have scored less than half of the share that all have scored. */
function isBehind(share: number) {
  return ({ scored, total }: Judging["judges"][number]) =>
    total > 0 && scored / total < share / 2;
}

function need(
  count: number,
  one: string,
  to: Need["to"],
  { many = `${one}s` }: { many?: string } = {},
): Need {
  return { count, words: count === 1 ? one : many, to };
}
