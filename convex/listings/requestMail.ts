/**
 * Mail about requests and offers: to whoever has to answer, and the answer to whoever
 * asked. requests.ts schedules it a few minutes later, so that many requests are one
 * mail, and what was settled meanwhile is none. It names nobody: names are words that
 * strangers choose, and the mail carries our name. Writes `mailed` of `requests`.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import {
  answerInWords,
  askedInWords,
  offerAnswerInWords,
  type Subject,
} from "./shared";
import * as Mailing from "../platform/mailing";
import * as Requests from "./requests";

type Row = Doc<"requests">;

/** Mails the team's leader, or the person, what they have not been told. */
export async function tell(ctx: MutationCtx, subject: Subject): Promise<void> {
  const uid = ctx.db.normalizeId("users", subject);
  const teamId = ctx.db.normalizeId("teams", subject);
  if (uid !== null) await tellPerson(ctx, uid);
  else if (teamId !== null) await tellLeader(ctx, teamId);
}

async function tellLeader(ctx: MutationCtx, teamId: Id<"teams">) {
  const team = await ctx.db.get("teams", teamId);
  const leader = team?.members.find(({ role }) => role === "leader");
  if (leader === undefined) return;
  const open = await Requests.listOpen(ctx, { teamId });
  const asking = await news(ctx, open, ({ sentBy }) => sentBy === "person");
  const over = await Requests.listOver(ctx, { teamId });
  const answered = await news(
    ctx,
    over,
    ({ sentBy, outcome }) =>
      sentBy === "team" && offerAnswerInWords(outcome) !== null,
  );
  const names = asking.map(() => "Somebody");
  const sentences = [
    ...(names.length > 0 ? [askedInWords(names, "person")] : []),
    ...answered.map(
      ({ outcome }) => `Somebody ${offerAnswerInWords(outcome) ?? ""}.`,
    ),
  ];
  await queue(ctx, leader.uid, {
    sentences,
    words: names.length > 0 ? "Answer" : "Open the team",
    link: names.length > 0 ? "/find" : "/team",
  });
}

async function tellPerson(ctx: MutationCtx, uid: Id<"users">) {
  const user = await ctx.db.get("users", uid);
  if (user === null) return;
  const { teamId } = user;
  const over = await Requests.listOver(ctx, { uid });
  // Who is in a team needs to know nothing but that it took them in.
  const answered = await news(ctx, over, ({ sentBy, outcome, ...row }) =>
    teamId === null
      ? sentBy === "person" && answerInWords(outcome) !== null
      : sentBy === "person" && outcome === "accepted" && row.teamId === teamId,
  );
  const open = await Requests.listOpen(ctx, { uid });
  const offers = await news(ctx, open, ({ sentBy }) => sentBy === "team");
  const names = offers.map(() => "A team");
  const sentences = [
    ...(names.length > 0 ? [askedInWords(names, "team")] : []),
    ...answered.map(
      ({ outcome }) => `A team ${answerInWords(outcome) ?? "took you in"}.`,
    ),
  ];
  await queue(ctx, uid, {
    sentences,
    words: teamId === null ? "Find a team" : "Open the team",
    link: teamId === null ? "/find" : "/team",
  });
}

/** Returns those of the rows that match and were not mailed, and marks them as mailed. */
async function news(
  ctx: MutationCtx,
  rows: Row[],
  matches: (row: Row) => boolean,
): Promise<Row[]> {
  const found = rows.filter(
    (row) =>
      row.mailed !== (row.settledAt === undefined ? "request" : "answer") &&
      matches(row),
  );
  for (const { _id, settledAt } of found)
    await ctx.db.patch("requests", _id, {
      mailed: settledAt === undefined ? "request" : "answer",
    });
  return found;
}

async function queue(
  ctx: MutationCtx,
  uid: Id<"users">,
  {
    sentences,
    ...button
  }: { sentences: string[]; words: string; link: string },
): Promise<void> {
  const said = [...new Set(sentences)];
  const [first] = said;
  if (first === undefined) return;
  await Mailing.queue(ctx, {
    kind: "requests",
    to: [uid],
    letter: {
      subject: first.replace(/\.$/, ""),
      paragraphs: ["Hello,", ...said],
      button,
      notes: [],
    },
  });
}
