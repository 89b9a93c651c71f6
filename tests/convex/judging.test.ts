/** Judging on Convex's mock: every function, every refusal, and who may see what. */
import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "#convex/_generated/api";
import type { Doc, Id } from "#convex/_generated/dataModel";
import * as Assignments from "#convex/judging/assignments";
import { placed } from "#convex/judging/finalOrder";
import * as Judging from "#convex/judging/judging";
import * as Consequences from "#convex/consequences";
import { TRACKS } from "#edition/tracks";
import {
  DEFAULT_CRITERIA,
  isComplete,
  linesOf,
  marksFor,
} from "#convex/judging/shared/judging";
import { busyAt } from "#convex/judging/shared/visits";
import { publicQueries } from "../public-queries";
import { readDesk } from "../read-desk";
import { insertHandedIn } from "./projects";
import {
  asUser,
  backend,
  codeOf,
  deleteRow,
  expectRefusal,
  firstOf,
  formTeam,
  insertRow,
  must,
  patchRow,
  people,
  rowsIn,
  teamIdOf,
  type Calls,
  type Person,
} from "./setup";

/** Two tracks of the edition, in its order. */
const [FIRST_TRACK, SECOND_TRACK] = TRACKS;

let rita: Person;
beforeEach(async () => {
  rita = await asUser("Rita", { role: "organiser" });
});

const judge = (name: string, fields: Partial<Doc<"users">> = {}) =>
  asUser(name, { role: "judge", ...fields });

/** Hands in a project, of a team without members by default. */
async function handIn(
  name: string,
  {
    tracks = [],
    teamId: given,
  }: { tracks?: Doc<"handIns">["tracks"]; teamId?: Id<"teams"> } = {},
) {
  return backend.run(async (ctx) => {
    const teamName = `Team ${name}`;
    const teamId =
      given ??
      (await ctx.db.insert("teams", {
        name: teamName,
        description: "",
        inviteCode: `${name}00000`.slice(0, 6).toUpperCase(),
        createdBy: rita.uid,
        createdAt: 0,
        members: [],
      }));
    const content = { name, summary: `${name} in one line`, tracks };
    return insertHandedIn(ctx, teamId, content, { teamName });
  });
}
const hideNames = (projectId: Id<"projects">) =>
  patchRow("projects", projectId, { hidesNames: true });

/** A mark for each default criterion. */
const marks = (...given: number[]) =>
  Object.fromEntries(
    DEFAULT_CRITERIA.map(({ id }, at) => [id, given[at] ?? given[0] ?? 3]),
  );

const assign = async (perProject: number) =>
  rita.judging.assign({ perProject, over: (await progress()).perProject });
/** Publishes what is shown: what is staged, or else what is computed. */
const publish = async () => {
  const staged = await rita.ceremony.remote();
  const awards = staged
    ? staged.awards.flatMap(({ award, winners }) =>
        winners.map(({ projectName }) => ({ award, projectName })),
      )
    : (await results()).awards;
  await rita.judging.publish({ seen: linesOf(awards) });
};
const score = (
  who: Person,
  projectId: Id<"projects">,
  given: number | Record<string, number>,
  note?: string,
) =>
  who.judging.score({
    projectId,
    marks: typeof given === "number" ? marks(given) : given,
    note,
  });
const unscore = (who: Person, projectId: Id<"projects">) =>
  who.judging.unscore({ projectId });
const setCurrent = (handInId: Id<"handIns">, isCurrent: boolean) =>
  patchRow("handIns", handInId, { isCurrent });
const close = () => rita.judging.close();
const results = (by: Calls = rita) => by.judging.results();
const ofDesk = async (who: Person) =>
  (await readDesk(who)).cards.map(({ name }) => name);
/** The first project that the judge has not scored; null if none is left, or judging is closed. */
async function nextOf(who: Person) {
  const { cards, isClosed } = await readDesk(who);
  const left = isClosed ? [] : cards.filter((card) => card.marks === null);
  return left[0] ?? null;
}
const progress = () => rita.judging.progress();
const actions = async () =>
  (await rowsIn("auditLog")).map(({ action }) => action);

describe("appointing", () => {
  const appoint = (email: string, role: "judge" | "mentor" = "judge") =>
    backend.mutation(internal.roles.jobs.appoint, { email, role });

  test("makes a person with a proven address a judge or a mentor, who does not take part", async () => {
    const asha = await asUser("Asha", { emailVerificationTime: 1 });
    await asha.listings.showCard({ text: "" });
    expect(await appoint(" ASHA@example.in")).toEqual({
      name: "Asha",
      email: "asha@example.in",
      role: "judge",
    });
    expect(await ofDesk(asha)).toEqual([]);
    const cards = await rita.listings.list({ kind: "person" });
    expect(cards?.listings).toEqual([]);
    expect(await rita.organiser.overview()).toMatchObject({
      registered: 0,
      registrations: [],
    });
    await appoint("asha@example.in", "mentor");
    await expectRefusal(ofDesk(asha), "judges_only");
    expect(await actions()).toEqual(["judge appointed", "mentor appointed"]);
  });

  test.each(["judge", "mentor"] as const)(
    "refuses to make a member of a team a %s",
    async (role) => {
      const asha = await asUser("Asha", { emailVerificationTime: 1 });
      await formTeam([asha], "Nova");
      const email = "asha@example.in";
      await expectRefusal(appoint(email, role), {
        code: "helper_in_team",
        message:
          "Asha is in the team Nova. Judges and mentors do not take part: take Asha out of the team first.",
      });
      expect(await actions()).toEqual([]);
      await asha.teams.leave();
      expect(await appoint(email, role)).toMatchObject({ role });
    },
  );

  test.each(["judge", "mentor"] as const)(
    "leaves a %s out of every team, whoever puts them there",
    async (role) => {
      const [asha, hema] = [
        await asUser("Asha"),
        await asUser("Hema", { emailVerificationTime: 1 }),
      ];
      const inviteCode = await formTeam([asha], "Nova");
      const teamId = await teamIdOf(asha);
      await hema.changeRequests.send({
        kind: "join",
        inviteCode,
        reason: "Please",
      });
      await appoint("hema@example.in", role);
      const request = firstOf(await rita.changeRequests.list());
      expect(request.obstacle).toBe("Judges and mentors do not take part.");
      await expectRefusal(
        [
          rita.changeRequests.approve({ requestId: request._id }),
          rita.organiser.mendTeam({
            teamId,
            change: { kind: "add", userId: hema.uid },
          }),
        ],
        "participants_only",
      );
      expect(await hema.teams.mine()).toBeNull();
    },
  );

  test.each(["judge", "mentor"] as const)(
    "a %s sees nothing of what participants show each other",
    async (role) => {
      const asha = await asUser("Asha");
      await asha.listings.showCard({ text: "" });
      const inviteCode = await formTeam([asha]);
      const opened = must(await asha.invites.open({ inviteCode }));
      const helper = await asUser("Hema", { role });
      expect(await helper.listings.readKey()).toBeNull();
      const { uid: target } = asha;
      await expectRefusal(
        [
          helper.listings.hide({ target }),
          helper.listings.report({ target, reason: "Rude" }),
        ],
        "participants_only",
      );
      expect(await helper.listings.hidden()).toEqual([]);
      for (const kind of ["person", "team"] as const)
        expect(await helper.listings.list({ kind })).toBeNull();
      expect(await helper.teams.preview(opened)).toBeNull();
      const open = helper.invites.open({ inviteCode });
      await expectRefusal(open, "participants_only");
    },
  );
});

describe("the rubric", () => {
  const criteria = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `c${at}`,
      name: `Criterion ${at}`,
      text: "",
      weight: at + 1,
    }));
  const set = (wanted: ReturnType<typeof criteria>) =>
    rita.judging.setRubric({ criteria: wanted });

  test("is the shipped one until an organiser sets another, which weighs the marks", async () => {
    expect(await rita.judging.rubric()).toEqual({
      criteria: DEFAULT_CRITERIA,
      isInUse: false,
    });
    await set(criteria(3));
    const dev = await judge("Dev");
    const { projectId } = await handIn("Kite");
    await assign(1);
    await score(dev, projectId, { c0: 5, c1: 2, c2: 1 });
    await close();
    expect(await results()).toMatchObject({ projects: [{ fair: 2, raw: 2 }] });
    expect(await actions()).toContain("rubric changed");
  });

  test("has three to six different criteria, each with a name and a weight", async () => {
    for (const count of [2, 7])
      await expectRefusal(set(criteria(count)), {
        code: "wrong_number_of_criteria",
        field: "criteria",
      });
    const [first, ...rest] = criteria(3);
    if (first === undefined) throw new Error("no criterion");
    await expectRefusal(set([first, first, first]), "wrong_number_of_criteria");
    for (const wrong of [
      { weight: 0 },
      { weight: 101 },
      { name: " " },
      { id: "A b" },
    ])
      await expectRefusal(set([{ ...first, ...wrong }, ...rest]), "required");
  });

  test("makes marks complete that were begun for one criterion more", () => {
    const [, ...rest] = DEFAULT_CRITERIA;
    expect(isComplete(rest, marks(3))).toBe(false);
    expect(isComplete(rest, marksFor(rest, marks(3)))).toBe(true);
    expect(marksFor(rest, {})).toEqual({});
  });

  test("stays as it is once a project is scored", async () => {
    const dev = await judge("Dev");
    const { projectId } = await handIn("Kite");
    await assign(1);
    await score(dev, projectId, 3);
    await expectRefusal(set(criteria(3)), "rubric_in_use");
    await unscore(dev, projectId);
    await set(criteria(3));
    await close();
    await expectRefusal(set(criteria(4)), "judging_closed");
  });
});

test("assigning by one tap gives each project its judges and each judge as many", async () => {
  await Promise.all(["Dev", "Ela", "Fay", "Gul"].map((name) => judge(name)));
  for (const name of ["A", "B", "C", "D", "E", "F"]) await handIn(name);
  const hasBegun = async () =>
    (await backend.settings.submissions({ at: 0 })).hasJudgingBegun;
  expect(await hasBegun()).toBe(false);
  expect(await assign(2)).toEqual({
    projects: 6,
    judges: 4,
    cards: 12,
    short: 0,
  });
  const { judges, projects, total, perProject } = await progress();
  expect(judges.map((each) => each.total)).toEqual([3, 3, 3, 3]);
  expect(projects.map((each) => each.judges.length)).toEqual(Array(6).fill(2));
  expect(projects.map(({ table }) => table)).toEqual("123456".split(""));
  expect({ total, perProject }).toEqual({ total: 12, perProject: 2 });
  expect(await hasBegun(), "for everybody to know").toBe(true);
});

test("assigning is refused without judges, without projects, and for impossible numbers", async () => {
  await expectRefusal(assign(2), "no_judges");
  await judge("Dev");
  await expectRefusal(assign(2), "nothing_handed_in");
  for (const wrong of [0, 1.5, 10, NaN])
    await expectRefusal(assign(wrong), "required");
});

test("assigning keeps tracks and conflicts, and says which projects lack judges", async () => {
  const dev = await judge("Dev");
  const ela = await judge("Ela");
  const game = await handIn("Game", { tracks: [FIRST_TRACK] });
  const cloud = await handIn("Cloud", { tracks: [SECOND_TRACK] });
  await rita.judging.setTracks({
    judgeId: dev.uid,
    tracks: [FIRST_TRACK],
  });
  await rita.judging.addConflict({ judgeId: ela.uid, teamId: game.teamId });
  expect(await assign(2)).toMatchObject({ cards: 2, short: 2 });
  expect(await ofDesk(dev)).toEqual(["Game"]);
  expect(await ofDesk(ela)).toEqual(["Cloud"]);
  await expectRefusal(
    rita.judging.give({ judgeId: ela.uid, projectId: game.projectId }),
    "conflict_of_interest",
  );
  await rita.judging.removeConflict({
    judgeId: ela.uid,
    teamId: game.teamId,
  });
  expect((await ofDesk(ela)).toSorted()).toEqual(["Cloud", "Game"]);
  // Tracks limit automatic assignments, not manual ones.
  await rita.judging.give({ judgeId: dev.uid, projectId: cloud.projectId });
  expect((await ofDesk(dev)).toSorted()).toEqual(["Cloud", "Game"]);
});

test("assigning never gives a team to somebody who was in it when it was handed in", async () => {
  const nova = await handIn("Nova");
  const dev = await judge("Dev");
  await assign(2);
  expect(await ofDesk(dev)).toEqual(["Nova"]);
  await patchRow("handIns", nova.handInId, { memberIds: [dev.uid] });
  await assign(2);
  expect(await ofDesk(dev)).toEqual([]);
});

test("assigning never gives a team to somebody who left it", async () => {
  const [asha, ravi, mira] = await people("Asha", "Ravi", "Mira");
  await formTeam([asha, ravi, mira]);
  const teamId = await teamIdOf(asha);
  const nova = await handIn("Nova", { teamId });
  await handIn("Moth");
  for (const person of [mira, ravi]) {
    await person.teams.leave();
    await patchRow("users", person.uid, { emailVerificationTime: 1 });
    const email = person === mira ? "mira@example.in" : "ravi@example.in";
    await backend.mutation(internal.roles.jobs.appoint, {
      email,
      role: "judge",
    });
  }
  const conflicts = [{ teamId, teamName: "Nova" }];
  await assign(2);
  expect((await progress()).judges).toMatchObject([
    { conflicts },
    { conflicts },
  ]);
  expect(await ofDesk(ravi)).toEqual(["Moth"]);
  expect(await ofDesk(mira)).toEqual(["Moth"]);
  // An organiser who knows better may say so.
  const pair = { judgeId: mira.uid, teamId };
  await rita.judging.removeConflict(pair);
  expect((await ofDesk(mira)).toSorted()).toEqual(["Moth", "Nova"]);
  await patchRow("handIns", nova.handInId, { isCurrent: false });
  await patchRow("projects", nova.projectId, { handInId: undefined });
  await asha.teams.disband({ name: "Nova", withProject: true });
  expect(await rowsIn("conflicts")).toEqual([]);
});

test("assigning by hand stays, moves nothing else, and never takes marks away", async () => {
  const dev = await judge("Dev");
  const ela = await judge("Ela");
  const { projectId } = await handIn("Kite");
  await assign(1);
  const has = (await ofDesk(dev)).length === 1 ? dev : ela;
  const other = has === dev ? ela : dev;
  const pair = { judgeId: has.uid, projectId };
  await rita.judging.take(pair);
  await rita.judging.take(pair);
  await rita.judging.give({ judgeId: other.uid, projectId });
  await assign(1);
  expect(await ofDesk(other)).toEqual(["Kite"]);
  await score(other, projectId, 4);
  await expectRefusal(
    rita.judging.take({ judgeId: other.uid, projectId }),
    "already_scored",
  );
  await assign(2);
  expect(await ofDesk(has)).toEqual(["Kite"]);
  expect(await actions()).toEqual([
    "projects assigned",
    "project taken from a judge",
    "project given to a judge",
    "projects assigned",
    "projects assigned",
  ]);
});

test("a judge knows two teams of one look by their tables, and by nobody's name", async () => {
  const jaya = await judge("Jaya");
  for (const name of ["Kite", "K1te", "Moth"]) await handIn(name);
  await assign(1);
  const cards = await jaya.judging.projects();
  expect(cards.map(({ teamName }) => teamName).toSorted()).toEqual([
    "Team K1te · table 2",
    "Team Kite · table 1",
    "Team Moth",
  ]);
});

test("assigning tells judges the table that organisers set", async () => {
  const dev = await judge("Dev");
  const kite = await handIn("Kite");
  await handIn("Moth");
  await assign(1);
  const { projectId } = kite;
  await rita.judging.setTable({ projectId, table: " Hall B 3 " });
  await score(dev, (await nextOf(dev))?.projectId ?? projectId, 3);
  const { cards } = await readDesk(dev);
  expect(cards.map(({ table }) => table).toSorted()).toEqual(["2", "Hall B 3"]);
  await setCurrent(kite.handInId, false);
  await expectRefusal(
    rita.judging.setTable({ projectId, table: "4" }),
    "not_found",
  );
});

test("assigning knows no judge, team or project that is none", async () => {
  const dev = await judge("Dev");
  const asha = await asUser("Asha");
  const { projectId, teamId } = await handIn("Kite");
  const gone = await handIn("Moth");
  await patchRow("handIns", gone.handInId, { isCurrent: false });
  await deleteRow("teams", gone.teamId);
  const [judgeId, noJudge] = [dev.uid, asha.uid];
  const { give, take, setTracks, addConflict, removeConflict, setTable } =
    api.judging;
  const calls = [
    () => rita.mutation(give, { judgeId: noJudge, projectId }),
    () => rita.mutation(give, { judgeId, projectId: gone.projectId }),
    () => rita.mutation(take, { judgeId, projectId: gone.projectId }),
    () => rita.mutation(setTracks, { judgeId: noJudge, tracks: [] }),
    () => rita.mutation(addConflict, { judgeId: noJudge, teamId }),
    () => rita.mutation(addConflict, { judgeId, teamId: gone.teamId }),
    () => rita.mutation(removeConflict, { judgeId: noJudge, teamId }),
  ];
  await expectRefusal(calls, "not_found");
  for (const [table, code] of [
    [" ", "required"],
    ["x".repeat(31), "too_long"],
    ["4\u202E2", "hidden_text"],
  ] as const)
    await expectRefusal(rita.mutation(setTable, { projectId, table }), code);
});

test("assigning is repaired when a judge or a project comes or goes, without touching marks", async () => {
  const dev = await judge("Dev");
  const ela = await judge("Ela");
  const fay = await judge("Fay");
  const handedIn = [await handIn("A"), await handIn("B"), await handIn("C")];
  await assign(2);
  const first = must(await nextOf(dev));
  await score(dev, first.projectId, 5);
  await rita.organiser.dismiss({ userId: dev.uid });
  const afterLeaving = await progress();
  expect(afterLeaving.judges).toMatchObject(
    [{ total: 3 }, { total: 2 }].toSorted(() =>
      (afterLeaving.judges[0]?.total ?? 0) === 3 ? 0 : -1,
    ),
  );
  expect(afterLeaving.projects.every(({ judges }) => judges.length === 2)).toBe(
    true,
  );
  expect(afterLeaving).toMatchObject({ scored: 1, total: 6 });

  const [withdrawn] = handedIn.filter(
    ({ projectId }) => projectId !== first.projectId,
  );
  await backend.run(async (ctx) => {
    if (withdrawn)
      await ctx.db.patch("handIns", withdrawn.handInId, { isCurrent: false });
    await Assignments.follow(ctx);
  });
  const afterWithdrawal = await progress();
  expect(afterWithdrawal).toMatchObject({ scored: 1, total: 4 });
  await expectRefusal(
    score(ela, withdrawn?.projectId ?? first.projectId, 3),
    "not_assigned",
  );

  await handIn("Late");
  await backend.run(async (ctx) => Assignments.follow(ctx));
  expect((await progress()).projects.at(-1)).toMatchObject({
    name: "Late",
    table: "4",
    judges: [{}, {}],
  });

  await fay.account.remove();
  expect((await progress()).judges).toMatchObject([{ name: "Ela", total: 3 }]);
});

describe("a judge", () => {
  let dev: Person;
  let ela: Person;
  let kite: Awaited<ReturnType<typeof handIn>>;
  beforeEach(async () => {
    dev = await judge("Dev");
    ela = await judge("Ela");
    kite = await handIn("Kite", { tracks: [FIRST_TRACK] });
    await assign(1);
    if ((await ofDesk(dev)).length === 0) [dev, ela] = [ela, dev];
  });

  test("sees the project and no member, scores it, changes and takes back", async () => {
    const { projectId } = kite;
    const card = await nextOf(dev);
    expect(card).toMatchObject({
      projectId,
      name: "Kite",
      table: "1",
      marks: null,
    });
    expect(JSON.stringify(card)).not.toContain("Asha");
    await score(
      dev,
      projectId,
      marks(5, 4, 3, 2),
      "  Ask them about the glue ",
    );
    expect(await nextOf(dev)).toBeNull();
    await score(dev, projectId, 2);
    expect((await readDesk(dev)).cards).toMatchObject([
      { marks: marks(2), note: "Ask them about the glue" },
    ]);
    await dev.users.rename({ name: "Dev Anand" });
    const { judges, projects } = await progress();
    expect(judges).toContainEqual(
      expect.objectContaining({ _id: dev.uid, scored: 1, total: 1 }),
    );
    expect(projects).toMatchObject([{ judges: [{ name: "Dev Anand" }] }]);
    await unscore(dev, projectId);
    expect(await nextOf(dev)).toMatchObject({ name: "Kite" });
    expect(await progress()).toMatchObject({ scored: 0, total: 1 });
  });

  test("gives each criterion a mark from 1 to 5, and nothing else one", async () => {
    const { projectId } = kite;
    const { works: _, ...fewer } = marks(3);
    for (const wrong of [
      {},
      fewer,
      { ...marks(3), more: 3 },
      marks(0),
      marks(6),
      marks(2.5),
      marks(NaN),
    ])
      await expectRefusal(score(dev, projectId, wrong), "required");
    await expectRefusal(
      score(dev, projectId, marks(3), "x".repeat(2_001)),
      "too_long",
    );
  });

  test("reads and scores no project of another judge", async () => {
    const { projectId } = kite;
    await score(dev, projectId, marks(5), "Mine");
    expect(await readDesk(ela)).toMatchObject({ cards: [] });
    expect(await nextOf(ela)).toBeNull();
    await expectRefusal(
      [
        () => score(ela, projectId, 1),
        () => unscore(ela, projectId),
        () => ela.judging.declareConflict({ projectId }),
      ],
      "not_assigned",
    );
  });

  test("who is dismissed and then joins the team leaves no marks for it", async () => {
    const wren = await handIn("Wren");
    await score(dev, kite.projectId, 5);
    await rita.judging.give({ judgeId: dev.uid, projectId: wren.projectId });
    await score(dev, wren.projectId, 4);
    await rita.organiser.dismiss({ userId: dev.uid });
    expect(await progress()).toMatchObject({ scored: 2 });
    expect(await dev.teams.join({ inviteCode: "KITE00" })).toBe(kite.teamId);
    const left = await rowsIn("marks");
    expect(left.filter((row) => row.judgeId === dev.uid)).toMatchObject([
      { projectId: wren.projectId, marks: marks(4) },
    ]);
    expect(await ofDesk(ela)).toContain("Kite");
  });

  test("who is dismissed and joins the team once judging is closed changes no result", async () => {
    await score(dev, kite.projectId, 5);
    await rita.organiser.dismiss({ userId: dev.uid });
    await close();
    await dev.teams.join({ inviteCode: "KITE00" });
    const { projects } = await results();
    expect(projects).toMatchObject([{ name: "Kite", scorecards: 1 }]);
  });

  test("against whom a conflict is declared while the project is withdrawn loses the marks too", async () => {
    const { projectId, teamId, handInId } = kite;
    await score(dev, projectId, 5);
    await setCurrent(handInId, false);
    const conflict = { judgeId: dev.uid, teamId };
    await expectRefusal(rita.judging.addConflict(conflict), {
      code: "changed_since",
      message: expect.stringContaining(
        "has scored Team Kite, and the marks would be deleted.",
      ) as string,
    });
    await rita.judging.addConflict({ ...conflict, losesMarks: true });
    await setCurrent(handInId, true);
    expect(await progress()).toMatchObject({ scored: 0 });
  });

  test("who declares a conflict gives the project to another, marks and all", async () => {
    const { projectId } = kite;
    await score(dev, projectId, 5);
    await dev.judging.declareConflict({ projectId });
    expect(await ofDesk(dev)).toEqual([]);
    expect(await ofDesk(ela)).toEqual(["Kite"]);
    expect(await progress()).toMatchObject({ scored: 0, total: 1 });
    expect(await actions()).toContain("conflict declared");
  });

  test("can do nothing more once judging is closed, until it is reopened", async () => {
    const { projectId, teamId } = kite;
    await close();
    await close();
    expect(await nextOf(dev)).toBeNull();
    const pair = { judgeId: dev.uid, projectId };
    const calls = [
      () => score(dev, projectId, 3),
      () => unscore(dev, projectId),
      () => dev.judging.declareConflict({ projectId }),
      () => assign(2),
      () => rita.judging.give(pair),
      () => rita.judging.take(pair),
      () => rita.judging.addConflict({ judgeId: dev.uid, teamId }),
      () => rita.judging.removeConflict({ judgeId: dev.uid, teamId }),
    ];
    await expectRefusal(calls, "judging_closed");
    await rita.judging.reopen();
    await rita.judging.reopen();
    await score(dev, projectId, 3);
    expect(
      (await actions()).filter((action) => action.startsWith("judging ")),
    ).toEqual(["judging closed", "judging reopened"]);
  });

  test("who comes late with older marks leaves those of another device as they are", async () => {
    const { projectId } = kite;
    const scoredAt = async () =>
      (await readDesk(dev)).cards[0]?.scoredAt ?? null;
    const over = (given: number, seen: number | null) =>
      dev.judging.score({ projectId, marks: marks(given), over: seen });
    const unscoreOver = (seen: number | null) =>
      dev.judging.unscore({ projectId, over: seen });
    await over(3, null);
    const first = await scoredAt();
    expect(first).not.toBeNull();
    await expectRefusal(
      [() => over(4, null), () => unscoreOver(null)],
      "marked_elsewhere",
    );
    // The answer to the first was lost, so it is sent again.
    await over(3, null);
    await over(4, await scoredAt());
    expect((await readDesk(dev)).cards).toMatchObject([{ marks: marks(4) }]);
    await unscoreOver(await scoredAt());
    await unscoreOver(first);
    expect(await scoredAt()).toBeNull();
  });

  test("who sends the same marks from two devices keeps both notes", async () => {
    const { projectId } = kite;
    const from = (note: string, over: number | null) =>
      dev.judging.score({ projectId, marks: marks(4), note, over });
    const note = async () => (await readDesk(dev)).cards[0]?.note;
    await from("Ask about the glue", null);
    await from("Loud fan", null);
    expect(await note()).toBe("Ask about the glue\n\nLoud fan");
    // The answer was lost, so it is sent again.
    await from("Loud fan", null);
    expect(await note()).toBe("Ask about the glue\n\nLoud fan");
    const [{ scoredAt } = { scoredAt: null }] = (await readDesk(dev)).cards;
    await from("Quiet", scoredAt);
    expect(await note()).toBe("Quiet");
  });

  describe("whose project is withdrawn and handed in again", () => {
    const follow = () => backend.run(async (ctx) => Assignments.follow(ctx));
    const withdraw = async () => {
      await setCurrent(kite.handInId, false);
      await follow();
    };
    const handInAgain = async () => {
      await setCurrent(kite.handInId, true);
      await follow();
    };
    /** Others come meanwhile, so that the judge has more projects than anybody else. */
    const burden = async () => {
      for (const name of ["Moth", "Wren", "Lamp"]) {
        const { projectId } = await handIn(name);
        await rita.judging.give({ judgeId: dev.uid, projectId });
      }
    };

    test.each(["they have it open", "an organiser has given it to them"])(
      "still has it if %s",
      async (why) => {
        const { projectId } = kite;
        if (why === "they have it open") await dev.judging.visit({ projectId });
        else await rita.judging.give({ judgeId: dev.uid, projectId });
        await withdraw();
        expect(await ofDesk(dev)).toEqual([]);
        await burden();
        await handInAgain();
        expect(await ofDesk(dev)).toContain("Kite");
        expect(await ofDesk(ela)).not.toContain("Kite");
      },
    );

    test("has it again if nobody has less to do", async () => {
      for (let round = 0; round < 8; round++) {
        await withdraw();
        await handInAgain();
      }
      expect(await ofDesk(dev)).toEqual(["Kite"]);
    });

    test("is no judge of it any more once its team is gone or they are dismissed", async () => {
      await withdraw();
      await rita.organiser.dismiss({ userId: dev.uid });
      expect(await rowsIn("scorecards")).toEqual([]);
    });

    test("keeps nobody waiting while it is withdrawn", async () => {
      const [asha] = await people("Asha");
      await patchRow("users", asha.uid, { teamId: kite.teamId });
      const here = () => asha.judging.judgesHere();
      expect(await here()).toEqual({ scored: 0, total: 1 });
      await patchRow("projects", kite.projectId, { handInId: undefined });
      await withdraw();
      expect(await here()).toBeNull();
    });
  });

  test("keeps the project that they have open when another judge comes", async () => {
    const names = ["Moth", "Wren", "Lamp", "Rook", "Toad"];
    for (const name of names) await handIn(name);
    await assign(1);
    // The plan would take the first one first.
    const held = (await progress()).projects.find(({ judges }) =>
      judges.some(({ judgeId }) => judgeId === dev.uid),
    );
    const open = held?._id ?? kite.projectId;
    await dev.judging.visit({ projectId: open });
    for (const name of ["Fay", "Gul", "Hal", "Ira"])
      await rita.judging.setTracks({
        judgeId: (await judge(name)).uid,
        tracks: [],
      });
    const left = (await readDesk(dev)).cards.map((card) => card.projectId);
    expect(left).toEqual([open]);
  });

  test("takes what they have said with them, and leaves marks without a name", async () => {
    const { projectId } = kite;
    await score(dev, projectId, marks(4), "Private");
    expect(await dev.account.exportData()).toMatchObject({
      judging: {
        scorecards: [{ projectName: "Kite", marks: marks(4), note: "Private" }],
      },
    });
    await dev.account.remove();
    await close();
    expect(await results()).toMatchObject({
      projects: [{ name: "Kite", fair: 4 }],
      judges: [{ name: "Account deleted" }],
    });
    const rows = [...(await rowsIn("scorecards")), ...(await rowsIn("marks"))];
    expect(JSON.stringify(rows)).not.toMatch(/Dev|Ela|Private/);
  });
});

/** Three projects, two tied for the first place, all scored. */
async function judged() {
  const dev = await judge("Dev");
  const [kite, moth, wren] = [
    await handIn("Kite", { tracks: [FIRST_TRACK] }),
    await handIn("Moth"),
    await handIn("Wren", { tracks: [FIRST_TRACK, SECOND_TRACK] }),
  ];
  await handIn("Unseen");
  await assign(1);
  await score(dev, kite.projectId, 4);
  await score(dev, moth.projectId, 4);
  await score(dev, wren.projectId, 2);
  return { dev, kite, moth, wren };
}

test("results name ties, and the best of each track", async () => {
  await judged();
  await close();
  const told = await results();
  expect(told.projects).toMatchObject([
    { name: "Kite", rank: 1, rawRank: 1, isTied: true, fair: 4, raw: 4 },
    // Of one scorecard each nobody knows how sure it is.
    { name: "Moth", rank: 1, isTied: true, bestRank: 1, worstRank: 3 },
    { name: "Wren", rank: 3, isTied: false, scorecards: 1 },
    { name: "Unseen", rank: null, fair: null, raw: null, isTied: false },
  ]);
  expect(
    told.awards.map(({ award, projectName, isTied }) => [
      award,
      projectName,
      isTied,
    ]),
  ).toEqual([
    ["first-place", "Kite", true],
    ["first-place", "Moth", true],
    [FIRST_TRACK, "Kite", false],
    [SECOND_TRACK, "Wren", false],
  ]);
});

test("results tell apart what differs by a hundredth", async () => {
  const dev = await judge("Dev");
  const [kite, moth] = [await handIn("Kite"), await handIn("Moth")];
  const criteria = DEFAULT_CRITERIA.map((one, at) => ({
    ...one,
    weight: at === 0 ? 1 : 8,
  }));
  await rita.judging.setRubric({ criteria });
  await assign(1);
  await score(dev, kite.projectId, marks(4, 3, 3, 3));
  await score(dev, moth.projectId, 3);
  await close();
  expect((await results()).projects).toMatchObject([
    { name: "Kite", rank: 1, raw: 3.04 },
    { name: "Moth", rank: 2, raw: 3 },
  ]);
});

test("results are nobody's while judging is open, and published once a project is scored", async () => {
  const early = () => codeOf(rita.judging.publish({ seen: [] }));
  await expectRefusal(results(), "judging_open");
  expect(await early()).toBe("judging_open");
  await close();
  expect(await early()).toBe("nothing_handed_in");
});

test("results are everybody's at once, and stay as they were published", async () => {
  const { dev, kite, wren } = await judged();
  const asha = await asUser("Asha");
  const everyone = [asha, dev, backend];
  await close();
  for (const caller of everyone) {
    await expectRefusal(results(caller), "not_published");
    expect(await caller.judging.published()).toBeNull();
  }
  await publish();
  await publish();
  for (const caller of everyone) {
    const { awards, projects, judges } = await results(caller);
    expect(awards).toHaveLength(4);
    expect({ projects, judges }).toEqual({ projects: null, judges: null });
    expect(await caller.judging.published()).toMatchObject({ awards });
  }
  const { awards } = await results(asha);
  expect(awards).toContainEqual(
    expect.objectContaining({
      projectId: wren.projectId,
      award: SECOND_TRACK,
    }),
  );
  await setCurrent(kite.handInId, false);
  expect((await asha.judging.published())?.awards).toHaveLength(4);
  await expectRefusal(rita.judging.reopen(), "results_published");
  expect((await actions()).at(-1)).toBe("results published");
});

test("results name no team that hides its names, but to organisers", async () => {
  const { kite } = await judged();
  await hideNames(kite.projectId);
  await close();
  await publish();
  const ofKite = ({ awards }: { awards: { projectId: string }[] }) =>
    awards.find(({ projectId }) => projectId === kite.projectId);
  const published = await backend.judging.published();
  const told = await results(backend);
  for (const answer of [published ?? { awards: [] }, told])
    expect(ofKite(answer)).toMatchObject({
      projectName: "Kite",
      teamId: null,
      teamName: null,
    });
  expect(JSON.stringify([published, told])).not.toContain("Team Kite");
  const toOrganisers = await results();
  expect(ofKite(toOrganisers)).toMatchObject({ teamName: "Team Kite" });
  await backend.run(async (ctx) => {
    await ctx.db.delete("teams", kite.teamId);
    await Consequences.follow(ctx, [
      { kind: "team changed", teamId: kite.teamId },
    ]);
  });
  const afterItsEnd = await backend.judging.published();
  expect(afterItsEnd?.awards).toHaveLength(4);
  expect(JSON.stringify(afterItsEnd)).not.toContain("Team Kite");
});

test("results are written again only if they name the team that ends", async () => {
  const { kite } = await judged();
  const crow = await handIn("Crow");
  await hideNames(crow.projectId);
  await close();
  await publish();
  const writesFor = ({ projectId }: { projectId: Id<"projects"> }) =>
    backend.run(async (ctx) => {
      const patch = vi.spyOn(ctx.db, "patch");
      await Judging.forgetTeamOf(ctx, projectId);
      return patch.mock.calls.length;
    });
  expect(await writesFor(crow)).toBe(0);
  expect(await writesFor(kite)).toBe(1);
  expect(await writesFor(kite)).toBe(0);
});

test("results are told by no query of the product before they are published", async () => {
  const scored = await judged();
  await close();
  const answers = await askingAll(scored);
  const before = await answers();
  expect(before.size).toBeGreaterThan(100);
  const telling = /first-place|"award"|"rank"|"fair"|severity/;
  const tellingOf = (all: Map<string, string>) =>
    [...all].filter(([, answer]) => telling.test(answer));
  expect(tellingOf(before)).toEqual([]);
  // Everybody sees only their own marks.
  expect(
    [...before].flatMap(([call, answer]) =>
      answer.includes('"marks":{') ? call : [],
    ),
  ).toEqual(["judge account:exportData", "judge judging:desk"]);
  await publish();
  expect(tellingOf(await answers()).length).toBeGreaterThan(5);
});

describe("the ceremony", () => {
  const remote = async () => {
    const ceremony = must(await rita.ceremony.remote());
    return ceremony;
  };
  const revealed = () => backend.ceremony.revealed();
  const step = async (isBack = false, by = rita) => {
    const { _id: id, step: from } = await remote();
    await by.ceremony.move({ id, from, isBack });
  };
  const steps = async (count: number) => {
    for (let at = 0; at < count; at++) await step();
  };
  const setBlank = async (isBlank: boolean) =>
    rita.ceremony.setBlank({ id: (await remote())._id, isBlank });
  const titlesOf = (it: { shown: { award: string }[] } | null) =>
    it?.shown.map(({ award }) => award);

  /** Staged: two tracks, and a first place that two share. */
  async function staged() {
    const scored = await judged();
    await close();
    await rita.ceremony.stage();
    return scored;
  }

  test("reveals one award after the other, the first place last, and steps back", async () => {
    await staged();
    expect(await revealed()).toBeNull();
    await step();
    expect(await revealed()).toEqual({
      isBlank: false,
      isRehearsal: false,
      shown: [],
    });
    await steps(2);
    expect(titlesOf(await revealed())).toEqual([FIRST_TRACK, SECOND_TRACK]);
    await step(true);
    expect(titlesOf(await revealed())).toEqual([FIRST_TRACK]);
    await steps(9);
    expect(await remote()).toMatchObject({ step: 4 });
    expect((await revealed())?.shown.at(-1)).toEqual({
      award: "first-place",
      sentence: "",
      winners: [
        { projectName: "Kite", teamName: "Team Kite" },
        { projectName: "Moth", teamName: "Team Moth" },
      ],
    });
    for (let at = 0; at < 9; at++) await step(true);
    expect(await revealed()).toBeNull();
  });

  test("takes two presses, or two organisers, at the same step for one", async () => {
    await staged();
    const { _id: id, step: from } = await remote();
    const omar = await asUser("Omar", { role: "organiser" });
    for (const by of [rita, rita, omar])
      await by.ceremony.move({ id, from, isBack: false });
    expect(await remote()).toMatchObject({ step: 1 });
    await omar.ceremony.move({ id, from: 5, isBack: true });
    expect(await remote()).toMatchObject({ step: 1 });
  });

  test("takes no step of another remote for four seconds after one, but an empty stage", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await staged();
    const omar = await asUser("Omar", { role: "organiser" });
    const { _id: id } = await remote();
    const press = (by: Person, page: string, isBack = false) =>
      remote().then(({ step: from }) =>
        by.ceremony.move({ id, from, isBack, page }),
      );
    await press(rita, "a");
    await press(rita, "a");
    expect((await remote()).last).toMatchObject({
      by: "Rita",
      page: "a",
      did: "revealed Kite",
    });
    vi.setSystemTime(Date.now() + 3_999);
    // The same organiser on another device is another remote, and so is an older page.
    await expectRefusal(
      [
        () => press(omar, "b"),
        () => press(rita, "b"),
        () => press(rita, "b", true),
        () => step(false, omar),
      ],
      {
        code: "changed_since",
        message: "Rita has just revealed Kite. Please look again.",
      },
    );
    const blank = (by: Person, page: string, isBlank: boolean) =>
      by.ceremony.setBlank({ id, isBlank, page });
    await blank(omar, "b", true);
    await expectRefusal(blank(rita, "a", false), {
      message: "Omar has just blanked the stage. Please look again.",
    });
    vi.setSystemTime(Date.now() + 4_000);
    await blank(rita, "a", false);
    vi.setSystemTime(Date.now() + 4_000);
    await press(omar, "b", true);
    expect(await remote()).toMatchObject({
      step: 1,
      last: { by: "Omar", did: "taken Kite back" },
    });
  });

  test("is ended at the step at which it was seen, and keeps a sentence that was written meanwhile", async () => {
    await staged();
    const { _id: id } = await remote();
    const describe = (sentence: string, seen?: string) =>
      rita.ceremony.describe({
        award: SECOND_TRACK,
        sentence,
        ...(seen !== undefined && { seen }),
      });
    const empty = "“”, for Wren";
    await describe("It flies.", empty);
    for (const seen of [empty, undefined])
      await expectRefusal(describe("It sings.", seen), {
        code: "changed_since",
        message: "It reads now: “It flies.”, for Wren. Please look again.",
      });
    await describe("It flies.", empty);
    await describe("It sings.", "“It flies.”, for Wren");
    await steps(2);
    for (const args of [{ id }, { id, from: 1 }])
      await expectRefusal(rita.ceremony.end(args), {
        message: "The stage was changed: 1 award revealed. Please look again.",
      });
    await rita.ceremony.end({ id, from: 2 });
    expect(await rita.ceremony.remote()).toBeNull();
  });

  test("is staged and published as it was seen", async () => {
    const { dev, wren } = await judged();
    await close();
    const seen = linesOf((await results()).awards);
    await rita.ceremony.stage({ seen });
    await rita.ceremony.describe({
      award: SECOND_TRACK,
      sentence: "It flies.",
    });
    await setCurrent(wren.handInId, false);
    const changed = {
      code: "changed_since",
      message: expect.stringMatching(/^The results are now: .*first-place/),
    };
    const stage = (args: { seen?: string[]; losing?: number }) =>
      rita.ceremony.stage(args);
    await expectRefusal(stage({ seen }), changed);
    await expectRefusal(stage({}), {
      message: "1 sentence would be lost. Please look again.",
    });
    const now = linesOf((await results()).awards);
    expect(now).not.toEqual(seen);
    // What is staged is published, whatever is computed.
    for (const args of [{}, { seen: now }])
      await expectRefusal(rita.judging.publish(args), changed);
    expect(await dev.judging.published()).toBeNull();
    await stage({ seen: now, losing: 1 });
    await rita.judging.publish({ seen: now });
    expect(linesOf((await dev.judging.published())?.awards ?? [])).toEqual(now);
  });

  test("takes no press that was meant for a ceremony before", async () => {
    await staged();
    const old = await remote();
    await rita.ceremony.rehearse();
    for (const run of [
      rita.ceremony.move({ id: old._id, from: 0, isBack: false }),
      rita.ceremony.setBlank({ id: old._id, isBlank: true }),
    ])
      await run;
    expect(await remote()).toMatchObject({ isRehearsal: true, step: 0 });
    await rita.ceremony.end({ id: (await remote())._id });
    await rita.ceremony.stage();
    await rita.ceremony.move({ id: old._id, from: 0, isBack: false });
    await rita.ceremony.end({ id: old._id });
    expect(await remote()).toMatchObject({ isBlank: false, step: 0 });
  });

  test("tells nobody but organisers what is not revealed, by any query, in any state", async () => {
    const scored = await judged();
    await close();
    const answers = await askingAll(scored);
    const before = await answers();
    const changed = async () =>
      [...(await answers())]
        .filter(([call, answer]) => before.get(call) !== answer)
        .map(([call, answer]) => `${call} ${answer}`);
    const asAll = (shown: unknown) =>
      ["visitor", "participant", "judge", "mentor"].map(
        (role) => `${role} ceremony:revealed ${JSON.stringify(shown)}`,
      );
    const freshers = {
      award: FIRST_TRACK,
      sentence: "",
      winners: [{ projectName: "Kite", teamName: "Team Kite" }],
    };
    await rita.ceremony.stage();
    expect(await changed()).toEqual([]);
    await step();
    const empty = { isBlank: false, isRehearsal: false, shown: [] };
    expect(await changed()).toEqual(asAll(empty));
    await step();
    const one = { ...empty, shown: [freshers] };
    expect(await changed()).toEqual(asAll(one));
    await setBlank(true);
    await steps(1);
    expect(await changed()).toEqual(asAll({ ...empty, isBlank: true }));
    await step(true);
    await setBlank(false);
    expect(await changed()).toEqual(asAll(one));
    await step(true);
    await step(true);
    expect(await changed()).toEqual([]);
    await rita.ceremony.rehearse();
    expect(await changed()).toEqual([]);
    await steps(10);
    const told = await changed();
    expect(told).toHaveLength(4);
    expect(told.join()).not.toMatch(/Kite|Moth|Wren/);
  });

  test("is rehearsed with invented names, and the same ones whatever the results are", async () => {
    await rita.ceremony.rehearse();
    await rita.ceremony.rehearse();
    const early = await remote();
    expect(early.awards).toHaveLength(2 + TRACKS.length);
    await rita.ceremony.end({ id: early._id });
    await staged();
    await rita.ceremony.rehearse();
    expect((await remote()).awards).toEqual(early.awards);
    await rita.ceremony.end({ id: (await remote())._id });
    expect((await remote()).awards).toHaveLength(3);
    await step();
    await expectRefusal(rita.ceremony.rehearse(), "ceremony_under_way");
  });

  test("is staged once judging is closed, until the results are published", async () => {
    const stage = () => rita.ceremony.stage();
    await expectRefusal(stage(), "judging_open");
    await close();
    await expectRefusal(stage(), "nothing_handed_in");
    await rita.judging.reopen();
    await staged();
    await step();
    await expectRefusal(stage(), "ceremony_under_way");
    await publish();
    await expectRefusal(stage(), "results_published");
  });

  test("publishes what was staged, whatever has changed since, with its sentences", async () => {
    const { kite, wren } = await staged();
    const describe = (award: string, sentence: string) =>
      rita.ceremony.describe({ award, sentence });
    await describe(SECOND_TRACK, " It flies.  ");
    await expectRefusal(describe("no-award", "x"), "not_found");
    await expectRefusal(describe(SECOND_TRACK, "x".repeat(161)), "too_long");
    // Staged again, the same winners keep their sentence.
    await rita.ceremony.stage();
    await backend.run(async (ctx) => {
      await ctx.db.patch("handIns", wren.handInId, { name: "Renamed" });
      await ctx.db.patch("handIns", kite.handInId, { isCurrent: false });
      await ctx.db.delete("teams", wren.teamId);
      await Consequences.follow(ctx, [
        { kind: "team changed", teamId: wren.teamId },
      ]);
    });
    await steps(2);
    await expectRefusal(describe(SECOND_TRACK, "x"), "ceremony_under_way");
    await publish();
    const published = await backend.judging.published();
    expect(
      published?.awards.map(({ award, projectName, isTied, sentence }) => [
        award,
        projectName,
        isTied,
        sentence,
      ]),
    ).toEqual([
      ["first-place", "Kite", true, undefined],
      ["first-place", "Moth", true, undefined],
      [FIRST_TRACK, "Kite", false, undefined],
      [SECOND_TRACK, "Wren", false, "It flies."],
    ]);
    expect(titlesOf(await revealed())).toHaveLength(3);
    const { _id: id, step: from } = await remote();
    await rita.ceremony.end({ id, from });
    expect(await revealed()).toBeNull();
    expect(await backend.judging.published()).toEqual(published);
  });

  test("shows no team that hides its names or that organisers have hidden in the hall, also after its end", async () => {
    const { kite } = await staged();
    const hide = (hidesNames: boolean, isHiddenInHall: boolean) =>
      backend.run(async (ctx) => {
        await ctx.db.patch("projects", kite.projectId, { hidesNames });
        await ctx.db.patch("teams", kite.teamId, { isHiddenInHall });
      });
    const shown = async () => JSON.stringify(await revealed());
    await steps(9);
    expect(await shown()).toContain("Team Kite");
    await hide(false, true);
    expect(await shown()).not.toContain("Team Kite");
    expect(await shown()).toContain("Kite");
    await hide(true, false);
    expect(await shown()).not.toContain("Team Kite");
    await backend.run(async (ctx) => {
      await ctx.db.patch("projects", kite.projectId, { handInId: undefined });
      await ctx.db.delete("teams", kite.teamId);
      await Consequences.follow(ctx, [
        { kind: "team changed", teamId: kite.teamId },
      ]);
    });
    expect(await shown()).toContain("Kite");
    expect(await shown()).not.toContain("Team Kite");
    await publish();
    expect(JSON.stringify(await backend.judging.published())).not.toContain(
      "Team Kite",
    );
  });

  test("names who built the one project in the first place, unless they hide", async () => {
    const { kite } = await judged();
    const { projectId, teamId } = kite;
    const project = await backend.run(async (ctx) => {
      const winner = { projectId, projectName: "Kite", teamId, teamName: "K" };
      const awards = [
        { award: "first-place", sentence: "", winners: [winner] },
      ];
      const row = { isRehearsal: false, isBlank: false, step: 2, awards };
      await ctx.db.insert("ceremonies", row);
      return ctx.db.get("projects", projectId);
    });
    const { handInId } = project ?? {};
    const hide = (hidesNames: boolean, isHiddenInHall: boolean) =>
      backend.run(async (ctx) => {
        if (handInId)
          await ctx.db.patch("handIns", handInId, { memberNames: ["Kavya"] });
        await ctx.db.patch("projects", projectId, { hidesNames });
        await ctx.db.patch("teams", teamId, { isHiddenInHall });
      });
    const members = async () =>
      (await revealed())?.shown[0]?.winners[0]?.members;
    await hide(false, false);
    expect(await members()).toEqual(["Kavya"]);
    await hide(true, false);
    expect(await members()).toEqual([]);
    await hide(false, true);
    expect(await members()).toEqual([]);
  });

  test("is taken back when judging is reopened, unless the stage is open", async () => {
    const { dev, moth } = await staged();
    await step();
    await expectRefusal(rita.judging.reopen(), "ceremony_under_way");
    await step(true);
    await rita.judging.reopen();
    expect(await rita.ceremony.remote()).toBeNull();
    await score(dev, moth.projectId, 5);
    await close();
    await rita.ceremony.stage();
    expect((await remote()).awards.at(-1)?.winners).toHaveLength(1);
  });

  test("is recorded, and the record names no winner before the publication", async () => {
    await staged();
    await steps(4);
    await setBlank(true);
    const rows = await rowsIn("auditLog");
    const ofIt = rows.filter(({ target }) => target === "ceremony");
    expect(ofIt.map(({ action }) => action)).toEqual([
      "results staged",
      ...Array<string>(5).fill("ceremony moved"),
    ]);
    expect(JSON.stringify(ofIt)).not.toMatch(/Kite|Moth|Wren/);
  });
});

describe("a correction", () => {
  const awardedIn = async (by: Calls = backend) =>
    (await by.judging.published())?.awards.map(
      ({ award, projectName, isTied }) =>
        `${award} ${projectName}${isTied ? ", tied" : ""}`,
    );
  const corrections = async () =>
    (await backend.judging.published())?.corrections?.map(
      ({ award, reason }) => `${award}: ${reason}`,
    );
  const correct = (
    award: string,
    seen: Id<"projects">[],
    projectIds: Id<"projects">[],
    reason = "The marks of two teams were swapped.",
  ) => rita.judging.correct({ award, seen, projectIds, reason });
  const putBack = async (award: string) => {
    const told = await backend.judging.published();
    const at = told?.corrections?.find((it) => it.award === award)?.at ?? 0;
    await rita.judging.putBack({ award, at });
  };

  /** Kite and Moth share the first place; Kite is best of the freshers, Wren of the girls. */
  async function published() {
    const scored = await judged();
    await close();
    await publish();
    return {
      ...scored,
      k: scored.kite.projectId,
      m: scored.moth.projectId,
      w: scored.wren.projectId,
    };
  }

  test("gives an award to another project, with its reason, and is put back", async () => {
    const { k, m, w } = await published();
    const before = await awardedIn();
    await correct("first-place", [m, k], [m]);
    expect(await awardedIn()).toEqual([
      "first-place Moth",
      `${FIRST_TRACK} Kite`,
      `${SECOND_TRACK} Wren`,
    ]);
    const asha = await asUser("Asha");
    expect(await results(asha)).toMatchObject({
      corrections: [
        {
          award: "first-place",
          reason: "The marks of two teams were swapped.",
        },
      ],
      projects: null,
    });
    expect(JSON.stringify(await results(asha))).not.toMatch(/fair|"before"/);
    await correct("first-place", [m], [w], "Moth is not by its team.");
    expect(await awardedIn()).toContain("first-place Wren");
    expect(await corrections()).toEqual([
      "first-place: Moth is not by its team.",
    ]);
    await putBack("first-place");
    expect(await corrections()).toEqual([
      "first-place: The marks of two teams were swapped.",
    ]);
    await putBack("first-place");
    expect(await awardedIn()).toEqual(before);
    expect(await corrections()).toBeUndefined();
    const logged = (await rowsIn("auditLog")).slice(-4);
    expect(logged).toMatchObject([
      {
        action: "award corrected",
        target: "first-place",
        before: { winners: "Kite, Moth" },
        after: {
          winners: "Moth",
          reason: "The marks of two teams were swapped.",
        },
      },
      { action: "award corrected", after: { winners: "Wren" } },
      { action: "correction taken back", after: { winners: "Moth" } },
      { action: "correction taken back", after: { winners: "Kite, Moth" } },
    ]);
  });

  test("may leave an award to nobody, or give one that nobody had", async () => {
    const { k, w } = await published();
    await correct(FIRST_TRACK, [k], []);
    await correct("second-place", [], [w, k]);
    expect(await awardedIn()).toEqual([
      "first-place Kite, tied",
      "first-place Moth, tied",
      "second-place Wren, tied",
      "second-place Kite, tied",
      `${SECOND_TRACK} Wren`,
    ]);
    expect(await corrections()).toHaveLength(2);
    const { projects } = await rita.projects.gallery({ limit: 9 });
    expect(projects.find(({ projectId }) => projectId === w)?.awards).toEqual([
      { award: "second-place", isTied: true, isCorrected: true },
      { award: SECOND_TRACK, isTied: false },
    ]);
  });

  test("acts on what was seen, and needs a reason and a project that is there", async () => {
    const { k, m, w, wren } = await published();
    await correct("first-place", [k, m], [m]);
    await expectRefusal(correct("first-place", [k, m], [w]), {
      code: "changed_since",
      message: "It is given to Moth now. Please look again.",
    });
    for (const award of ["first-place", SECOND_TRACK])
      await expectRefusal(
        rita.judging.putBack({ award, at: 1 }),
        "changed_since",
      );
    await expectRefusal(correct("best-of-all", [], [k]), "not_found");
    for (const [reason, code] of [
      [" ", "required"],
      ["x".repeat(201), "too_long"],
    ] as const)
      await expectRefusal(correct("first-place", [m], [k], reason), code);
    await patchRow("projects", w, { takenDownAt: 1 });
    await expectRefusal(correct("first-place", [m], [w]), "changed_since");
    await setCurrent(wren.handInId, false);
    await expectRefusal(correct("first-place", [m], [w]), "not_found");
    // Whoever has an award keeps it without a hand-in.
    await correct(SECOND_TRACK, [w], [w, k]);
    expect(await awardedIn()).toContain(`${SECOND_TRACK} Wren, tied`);
  });

  test("comes after the publication only", async () => {
    const { kite, moth } = await judged();
    await close();
    const [k, m] = [kite.projectId, moth.projectId];
    await expectRefusal(correct("first-place", [k, m], [k]), "not_published");
  });

  test("tells no team that hides its names, also once it is put back and the team is gone", async () => {
    const { k, m, kite } = await published();
    await hideNames(k);
    await correct("first-place", [k, m], [m]);
    await backend.run(async (ctx) => {
      await ctx.db.patch("projects", k, { handInId: undefined });
      await ctx.db.delete("teams", kite.teamId);
      await Consequences.follow(ctx, [
        { kind: "team changed", teamId: kite.teamId },
      ]);
    });
    await putBack("first-place");
    expect(await awardedIn()).toContain("first-place Kite, tied");
    expect(JSON.stringify(await backend.judging.published())).not.toContain(
      "Team Kite",
    );
  });

  test("changes what the hall's screens still show", async () => {
    const { kite, moth } = await judged();
    const [k, m] = [kite.projectId, moth.projectId];
    await close();
    await rita.ceremony.stage();
    await publish();
    const shown = async () =>
      (await backend.ceremony.revealed())?.shown.map(
        ({ award, winners, corrected }) => [
          award,
          winners.map(({ projectName }) => projectName).join(" "),
          corrected?.reason,
        ],
      );
    await correct("first-place", [k, m], [m], "Swapped.");
    await correct("second-place", [], [k], "Swapped.");
    await correct(FIRST_TRACK, [k], [], "Not freshers.");
    expect(await shown()).toEqual([
      [FIRST_TRACK, "", "Not freshers."],
      [SECOND_TRACK, "Wren", undefined],
      ["second-place", "Kite", "Swapped."],
      ["first-place", "Moth", "Swapped."],
    ]);
    await putBack(FIRST_TRACK);
    expect((await shown())?.[0]).toEqual([FIRST_TRACK, "Kite", undefined]);
  });
});

test("what organisers press replaces no rubric that somebody else has saved meanwhile", async () => {
  const [first, ...others] = DEFAULT_CRITERIA;
  const set = (weight: number, seen?: { weight: number }) =>
    rita.judging.setRubric({
      criteria: [{ ...first, weight }, ...others],
      ...(seen && { seen: [{ ...first, ...seen }, ...others] }),
    });
  await set(2, { weight: 1 });
  for (const seen of [undefined, { weight: 1 }])
    await expectRefusal(set(3, seen), {
      code: "changed_since",
      message: expect.stringMatching(/^The rubric is now: It works × 2, /),
    });
  // Sent again, it is what is there.
  await set(2, { weight: 1 });
  await set(3, { weight: 2 });
});

test("what organisers press assigns once, whoever presses second", async () => {
  await judge("Dev");
  await handIn("Kite");
  const assignOver = (perProject: number, over?: number | null) =>
    rita.judging.assign({ perProject, over });
  await assignOver(1, null);
  for (const over of [null, undefined])
    await expectRefusal(assignOver(2, over), {
      code: "changed_since",
      message: "The projects are assigned, 1 judge to each. Please look again.",
    });
  await assignOver(2, 1);
});

test("what organisers press gives and takes projects, and sets tables, as they were seen", async () => {
  const [dev, ela, finn] = [
    await judge("Dev"),
    await judge("Ela"),
    await judge("Finn"),
  ];
  const { projectId } = await handIn("Kite");
  const pair = (who: Person, ...seen: Person[]) => ({
    judgeId: who.uid,
    projectId,
    seen: seen.map(({ uid }) => uid),
  });
  await rita.judging.give(pair(dev));
  await expectRefusal(rita.judging.give(pair(ela)), {
    message: "Dev judges it now. Please look again.",
  });
  // The same press again changes nothing.
  await rita.judging.give(pair(dev));
  await rita.judging.give(pair(ela, dev));
  await rita.judging.take(pair(dev, ela, dev));
  await rita.judging.take(pair(dev, ela, dev));
  await expectRefusal(rita.judging.take(pair(ela, dev, ela)), "changed_since");
  await expectRefusal(rita.judging.give(pair(finn)), "changed_since");
  const setTable = (table: string, seen: string) =>
    rita.judging.setTable({ projectId, table, seen });
  await setTable("7", "1");
  await setTable("7", "1");
  await expectRefusal(setTable("8", "1"), {
    message: "Its table is 7 now. Please look again.",
  });
});

test("what organisers press keeps the tracks that somebody else has ticked meanwhile", async () => {
  const dev = await judge("Dev");
  const set = (
    tracks: Doc<"handIns">["tracks"],
    seen: Doc<"handIns">["tracks"],
  ) => rita.judging.setTracks({ judgeId: dev.uid, tracks, seen });
  await set([FIRST_TRACK], []);
  await set([SECOND_TRACK], []);
  const tracks = async () => (await progress()).judges[0]?.tracks.toSorted();
  expect(await tracks()).toEqual([FIRST_TRACK, SECOND_TRACK].toSorted());
  await set([], [FIRST_TRACK]);
  expect(await tracks()).toEqual([SECOND_TRACK]);
});

test("what organisers press closes judging with no more empty scorecards than were seen", async () => {
  const { dev, wren } = await judged();
  const { total, scored } = await progress();
  await unscore(dev, wren.projectId);
  const closeWith = (empty: number) => rita.judging.close({ empty });
  await expectRefusal(closeWith(total - scored), {
    message: "2 scorecards not filled in now. Please look again.",
  });
  await closeWith(total - scored + 1);
  await closeWith(0);
});

test("what organisers press replaces no final that somebody else has begun, and none with orders that were not seen", async () => {
  const { dev, kite, moth, wren } = await judged();
  await close();
  const open = (over?: { finalId: Id<"finals">; orders: number } | null) =>
    rita.finals.open({ size: 3, judgeIds: [dev.uid], over });
  await open(null);
  const finalId = must((await rita.finals.read())?._id);
  await dev.finals.setOrder({
    order: [kite, moth, wren].map(({ projectId }) => projectId),
  });
  for (const over of [null, undefined, { finalId, orders: 0 }])
    await expectRefusal(open(over), {
      code: "changed_since",
      message: "A final is under way, with 1 order given. Please look again.",
    });
  await open({ finalId, orders: 1 });
  expect((await rita.finals.read())?._id).not.toBe(finalId);
});

describe("the final", () => {
  const open = (judgeIds: Id<"users">[], size: 3 | 4 | 5 = 3) =>
    rita.finals.open({ size, judgeIds });
  const ranks = async () =>
    (await results()).projects?.map(({ name, rank }) => [name, rank]);

  /** Two judges order Kite and Moth, who are tied, and Wren. */
  async function inFinal() {
    const scored = await judged();
    const ela = await judge("Ela");
    const unasked = await judge("Finn");
    await close();
    await open([scored.dev.uid, ela.uid]);
    const order = (who: Person, ...names: ("kite" | "moth" | "wren")[]) =>
      who.finals.setOrder({
        order: names.map((name) => scored[name].projectId),
      });
    return { ...scored, ela, unasked, order };
  }

  test("takes an order in place of the one that its judge saw, and of no later one", async () => {
    const { dev, kite, moth, wren } = await inFinal();
    const [one, other, third] = [kite, moth, wren].map((it) => it.projectId);
    if (!one || !other || !third) throw new Error("no finalists");
    const put = (order: Id<"projects">[], seen: Id<"projects">[] | null) =>
      dev.finals.setOrder({ order, seen });
    await put([one, other, third], null);
    // The answer was lost, so it is sent again.
    await put([one, other, third], null);
    await expectRefusal(put([third, one, other], null), "changed_since");
    await put([third, one, other], [one, other, third]);
    expect(await dev.finals.sheet()).toMatchObject({
      order: [third, one, other],
    });
  });

  test("is between the best by the scores, whatever an order of the final before says", async () => {
    const dev = await judge("Dev");
    const names = ["Ant", "Bee", "Cat", "Doe"];
    const ids: Id<"projects">[] = [];
    for (const name of names) ids.push((await handIn(name)).projectId);
    await assign(1);
    for (const id of ids) await score(dev, id, 4);
    await close();
    await open([dev.uid, dev.uid], 4);
    expect((await rita.query(api.finals.read, {}))?.judges).toHaveLength(1);
    await dev.mutation(api.finals.setOrder, { order: ids.toReversed() });
    expect((await ranks())?.[0]).toEqual(["Doe", 1]);
    const finalId = (await rita.query(api.finals.read, {}))?._id;
    if (finalId === undefined) throw new Error("no final");
    await rita.mutation(api.finals.open, {
      size: 3,
      judgeIds: [dev.uid],
      over: { finalId, orders: 1 },
    });
    expect(await rita.query(api.finals.read, {})).toMatchObject({
      projects: ["Ant", "Bee", "Cat"],
    });
  });

  test("decides ties by the orders of its judges, and leaves them where these disagree", async () => {
    const { dev, ela, order } = await inFinal();
    expect((await results()).closeCalls).toEqual([
      { award: "first-place", names: ["Wren"] },
      { award: FIRST_TRACK, names: ["Wren"] },
    ]);
    await order(dev, "moth", "kite", "wren");
    expect(await ranks()).toEqual([
      ["Moth", 1],
      ["Kite", 2],
      ["Wren", 3],
      ["Unseen", null],
    ]);
    const told = await results();
    expect(told.closeCalls).toEqual([]);
    expect(
      told.awards.map(({ award, projectName }) => [award, projectName]),
    ).toEqual([
      ["first-place", "Moth"],
      ["second-place", "Kite"],
      [FIRST_TRACK, "Kite"],
      [SECOND_TRACK, "Wren"],
    ]);
    await order(ela, "kite", "moth", "wren");
    expect((await ranks())?.slice(0, 3)).toEqual([
      ["Kite", 1],
      ["Moth", 1],
      ["Wren", 3],
    ]);
    await order(ela, "moth", "wren", "kite");
    expect(await rita.finals.read()).toMatchObject({
      projects: ["Kite", "Moth", "Wren"],
      judges: [
        { name: "Dev", order: ["Moth", "Kite", "Wren"] },
        { name: "Ela", order: ["Moth", "Wren", "Kite"] },
      ],
    });
  });

  test("shows its judges the finalists by table, and nobody else anything", async () => {
    const { dev, unasked, order, moth, kite } = await inFinal();
    const tableOf = (projectId: Id<"projects">, table: string) =>
      rita.judging.setTable({ projectId, table });
    await tableOf(moth.projectId, "1");
    await tableOf(kite.projectId, "9");
    const sheet = await dev.finals.sheet();
    expect(sheet?.order).toBeNull();
    expect(sheet?.projects.map(({ name }) => name)).toEqual([
      "Moth",
      "Wren",
      "Kite",
    ]);
    expect(await unasked.finals.sheet()).toBeNull();
    await expectRefusal(order(unasked, "kite", "moth", "wren"), "not_assigned");
    await expectRefusal(order(dev, "kite", "moth"), "not_assigned");
    await expectRefusal(order(dev, "kite", "kite", "moth"), "not_assigned");
    expect((await actions()).at(-3)).toBe("final begun");
  });

  test("begins once judging is closed, with judges who may judge all of it", async () => {
    const { dev, kite } = await judged();
    await expectRefusal(open([dev.uid]), "judging_open");
    await close();
    await expectRefusal(open([]), "no_judges");
    await expectRefusal(open([rita.uid]), "not_found");
    const ela = await judge("Ela");
    await insertRow("conflicts", {
      userId: ela.uid,
      teamId: kite.teamId,
      teamName: "Team Kite",
    });
    await expectRefusal(open([dev.uid, ela.uid]), "conflict_of_interest");
    await publish();
    await expectRefusal(open([dev.uid]), "results_published");
  });

  test("ends when judging is reopened, and changes nothing that is staged", async () => {
    const { dev, order } = await inFinal();
    await rita.ceremony.stage();
    await order(dev, "moth", "kite", "wren");
    const staged = await rita.ceremony.remote();
    expect(staged?.awards.at(-1)?.winners).toHaveLength(2);
    const { closedAt } = await progress();
    if (closedAt === null) throw new Error("judging is open");
    const reopen = (seen?: { sentences: number; orders: number }) =>
      rita.judging.reopen(seen ? { seen: { closedAt, ...seen } } : {});
    // The order came after the page had asked.
    for (const seen of [undefined, { sentences: 0, orders: 0 }])
      await expectRefusal(reopen(seen), {
        code: "changed_since",
        message:
          "0 sentences and 1 order of the final would be lost now. Please look again.",
      });
    await reopen({ sentences: 0, orders: 1 });
    expect(await dev.finals.sheet()).toBeNull();
  });

  test("keeps the order of a judge whose account is deleted, without the name", async () => {
    const { ela, order } = await inFinal();
    await order(ela, "moth", "kite", "wren");
    expect((await ela.account.exportData())?.judging.finalOrder).toEqual([
      "Moth",
      "Kite",
      "Wren",
    ]);
    await backend.run((ctx) => Assignments.forget(ctx, ela.uid));
    expect((await rita.finals.read())?.judges[1]).toEqual({
      name: "Account deleted",
      order: ["Moth", "Kite", "Wren"],
    });
    expect((await ranks())?.[0]).toEqual(["Moth", 1]);
  });

  test.each<[string, string[], string[][], string[][]]>([
    ["nobody gave an order", [], [], [["A", "B", "C"]]],
    ["all agree", [], [["C", "A", "B"]], [["C"], ["A"], ["B"]]],
    [
      "two sums are equal",
      [],
      [
        ["A", "B", "C"],
        ["B", "A", "C"],
      ],
      [["A", "B"], ["C"]],
    ],
    [
      "the scores tell two apart",
      ["A>C"],
      [["C", "B", "A"]],
      [["B"], ["A"], ["C"]],
    ],
    [
      "the scores tell all apart",
      ["A>B", "B>C", "A>C"],
      [["C", "B", "A"]],
      [["A"], ["B"], ["C"]],
    ],
  ])("places three where %s", (_title, sure, orders, expected) => {
    const isBetter = (one: string, other: string) =>
      sure.includes(`${one}>${other}`);
    expect(placed(["A", "B", "C"], isBetter, orders)).toEqual(expected);
  });
});

describe("who is where", () => {
  const visit = (who: Person, projectId: Id<"projects">) =>
    who.judging.visit({ projectId });
  const visits = async (who: Person) =>
    (await who.judging.visits()).map(({ projectId }) => projectId);

  test("is told to other judges while they judge, without names, and leaves with the account", async () => {
    const { dev, kite, moth } = await judged();
    const ela = await judge("Ela");
    const { projectId: elsAlone } = await handIn("Crow");
    await visit(dev, kite.projectId);
    await visit(dev, moth.projectId);
    await visit(dev, elsAlone);
    expect(await visits(ela)).toEqual([moth.projectId]);
    expect(await visits(dev)).toEqual([]);
    await close();
    expect(await visits(ela)).toEqual([]);
    await visit(dev, kite.projectId);
    expect(await visits(ela)).toEqual([]);
    await dev.account.remove();
    expect(await rowsIn("visits")).toEqual([]);
  });

  test("is told for ten minutes", () => {
    const visited = [{ projectId: "a" as Id<"projects">, at: 0 }];
    expect([...busyAt(visited, 599_999)]).toEqual(["a"]);
    expect([...busyAt(visited, 600_000)]).toEqual([]);
  });

  test("tells a team how many of its judges have been there, until judging is closed", async () => {
    const { projectId, teamId } = await handIn("Kite");
    const asha = await asUser("Asha", { teamId });
    const here = (who: Calls = asha) => who.judging.judgesHere();
    const dev = await judge("Dev");
    await judge("Ela");
    expect(await here()).toBeNull();
    await assign(2);
    expect(await here()).toEqual({ scored: 0, total: 2 });
    await score(dev, projectId, 4);
    expect(await here()).toEqual({ scored: 1, total: 2 });
    expect(await here(dev)).toBeNull();
    expect(await here(backend)).toBeNull();
    await close();
    expect(await here()).toBeNull();
  });
});

/**
 * Returns a function that calls every public query as everybody who is no organiser, and
 * returns the answers by role and query.
 */
async function askingAll({
  dev,
  kite: { projectId, teamId },
}: Awaited<ReturnType<typeof judged>>) {
  const callers = {
    visitor: backend,
    participant: await asUser("Asha", { teamId }),
    judge: dev,
    mentor: await asUser("Mira", { role: "mentor" }),
  };
  const queries = await publicQueries({ projectId, teamId });
  return async () => {
    const told = new Map<string, string>();
    for (const [role, caller] of Object.entries(callers))
      for (const { name, args } of queries) {
        const query = makeFunctionReference<"query">(name);
        const answer = await caller.query(query, args).catch(() => null);
        told.set(`${role} ${name}`, JSON.stringify(answer));
      }
    return told;
  };
}
