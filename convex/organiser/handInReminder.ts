import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { announcements } from "../content/kinds";
import * as AuditLog from "../platform/auditLog";
import * as Mailing from "../platform/mailing";
import * as RateLimits from "../platform/rateLimits";
import { refuse } from "../platform/shared/errors";
import { indianTime } from "../platform/shared/indianTime";
import { durationInWords } from "../platform/shared/text";
import * as HandIns from "../projects/handIns";
import * as Settings from "../settings/settings";
import * as Teams from "../teams/teams";

/**
 * Mails the members of every team that has not handed in, and publishes an
 * announcement, which all open pages show at once.
 * @returns the number of teams
 * @throws `submissions_not_open`, `submissions_closed`; `changed_since` within half an
 *   hour of the last reminder
 */
export async function remindUnsubmitted(
  ctx: MutationCtx & { user: Doc<"users"> },
): Promise<number> {
  await Settings.requireSubmissionsOpen(ctx);
  const { closesAt } = await Settings.getWindow(ctx, "submissions");
  const handIns = await HandIns.listCurrent(ctx);
  const handedIn = new Set(handIns.map(({ teamId }) => teamId));
  const { rows } = await Teams.readAll(ctx);
  const teams = rows.filter(({ _id }) => !handedIn.has(_id));
  const { length: count } = teams;
  if (count === 0) return 0;
  const waitSeconds = await RateLimits.take(ctx, "remindTeams");
  if (waitSeconds !== null) {
    const { period } = RateLimits.RATE_LIMITS.remindTeams;
    const ago = durationInWords(period / 1000 - waitSeconds);
    refuse("changed_since", { what: `The teams were reminded ${ago} ago.` });
  }
  const until =
    closesAt === null
      ? "before submissions close"
      : `until ${indianTime(closesAt)}`;
  await Mailing.queue(ctx, {
    kind: "reminders",
    to: teams.flatMap(({ members }) => members.map(({ uid }) => uid)),
    letter: {
      subject: "Your team has not handed in yet",
      paragraphs: [
        "Hello,",
        `Your team has not handed in its project yet. Your Team Leader can hand it in ${until}.`,
      ],
      button: { words: "Open the project", link: "/project" },
      notes: [
        "It can be changed and handed in again until then; the last hand-in counts.",
      ],
    },
  });
  await announcements.add.handler(ctx, {
    title: "Hand in your project",
    body: `${count === 1 ? "One team has" : `${count} teams have`} not handed in yet. Team Leaders can hand in ${until}, and hand in again.`,
    pinned: false,
    publishAt: null,
  });
  await AuditLog.record(ctx, ctx.user, {
    action: "reminder sent",
    target: "hand in",
    after: { teams: count },
  });
  return count;
}
