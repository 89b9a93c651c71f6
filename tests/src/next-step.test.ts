import { describe, expect, test } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import {
  nextStepOf,
  type Situation,
} from "../../src/features/next-step/next-step-of";

const open: Situation = {
  members: MAX_TEAM_SIZE,
  isLeader: true,
  areChangesOpen: true,
  hasRegisteredPlace: false,
  isToArrive: false,
  registration: "shown",
  submissions: null,
  project: null,
  ownAwards: null,
  requests: null,
  isGalleryOpen: false,
};
const closed = { ...open, areChangesOpen: false };
const registered = { ...open, hasRegisteredPlace: true };

/** 28 June 2025, 6:00 PM in India. */
const OPENS = Date.parse("2025-06-28T18:00:00+05:30");
const CLOSES = Date.parse("2025-06-29T12:00:00+05:30");
const HANDED_IN = Date.parse("2025-06-28T21:23:00+05:30");

const writing = {
  state: "open",
  opensAt: OPENS,
  closesAt: CLOSES,
  closedSince: null,
  hasJudgingBegun: false,
} as const;
const live: Situation = {
  ...open,
  registration: "live",
  submissions: writing,
};
const draft = { status: "draft", handedInAt: null, hasChanges: false } as const;
const handedIn = {
  status: "handed_in",
  handedInAt: HANDED_IN,
  hasChanges: false,
} as const;
const changed = { ...handedIn, hasChanges: true };
const late: Situation = {
  ...live,
  submissions: { ...writing, state: "closed" },
};
const judged: Situation = {
  ...late,
  submissions: { ...writing, state: "closed", hasJudgingBegun: true },
};

describe("before the event, the step is the team, then the place", () => {
  test.each<[number, Situation, string]>([
    [0, open, "Create or join"],
    [0, registered, "Create or join"],
    [0, closed, "Write to the organisers"],
    [1, open, "Share the code"],
    [1, closed, "Write to the organisers"],
    [2, open, "Share the code"],
    [MAX_TEAM_SIZE - 1, registered, "Share the code"],
    [MAX_TEAM_SIZE - 1, closed, "Register your place"],
    [MAX_TEAM_SIZE, open, "Register your place"],
    [MAX_TEAM_SIZE, registered, "Get a head start"],
    [2, { ...closed, hasRegisteredPlace: true }, "Get a head start"],
    [MAX_TEAM_SIZE, { ...open, registration: "hidden" }, "Get a head start"],
    [
      MAX_TEAM_SIZE,
      { ...open, registration: "closed" },
      "Write to the organisers",
    ],
    [
      MAX_TEAM_SIZE,
      { ...registered, registration: "closed" },
      "Get a head start",
    ],
    [2, { ...open, registration: "closed" }, "Share the code"],
    [0, { ...open, registration: "live" }, "Create or join"],
    [2, { ...open, registration: "live" }, "Submission guide"],
    [0, { ...open, registration: "over" }, "Stay Updated"],
    [MAX_TEAM_SIZE, { ...registered, registration: "over" }, "Stay Updated"],
    [
      MAX_TEAM_SIZE,
      { ...registered, registration: "over", isGalleryOpen: true },
      "See the projects",
    ],
  ])("%i in the team, %j: %s", (members, situation, label) => {
    expect(nextStepOf({ ...situation, members }).label).toBe(label);
  });
});

const UNTIL = "until 29 June 2025, 12:00 PM IST";
const WRITE = `Write your project, and hand it in. You have ${UNTIL}.`;
const JUDGED =
  "Handed in at 9:23 PM. What you handed in is what will be judged.";
const BEGUN = "Handed in at 9:23 PM. Judging has begun.";
const OPEN = "Open the project";
const RECEIPT = "See the receipt";
const MAIL = "Write to the organisers";
const GUIDE = "Submission guide";
const endless = { ...writing, closesAt: null };

test("whoever is in no team once changes are closed reads who can help", () => {
  const { sentence } = nextStepOf({
    ...open,
    members: 0,
    areChangesOpen: false,
  });
  expect(sentence).toBe(
    "You are in no team, and team changes are closed. The organisers can help.",
  );
});

describe("at the event, the step is the project", () => {
  test.each<[string, Situation, string, string]>([
    [
      "check-in is open, before the person has arrived",
      { ...live, isToArrive: true },
      "Check-in is open. Show your pass at the desk, with your college ID.",
      "Your pass",
    ],
    [
      "live, without times",
      { ...open, registration: "live" },
      "The clock is running. Read what to hand in, and where.",
      GUIDE,
    ],
    [
      "live, not open yet",
      { ...live, submissions: { ...writing, state: "not open" } },
      "You can write your project from 28 June 2025, 6:00 PM IST.",
      GUIDE,
    ],
    [
      "live, alone in the team",
      { ...live, members: 1 },
      `${WRITE} Two are needed to compete.`,
      OPEN,
    ],
    [
      "open before an organiser says live",
      { ...live, registration: "closed", project: draft },
      WRITE,
      OPEN,
    ],
    [
      "open without an end",
      { ...live, submissions: endless },
      "Write your project, and hand it in.",
      OPEN,
    ],
    [
      "handed in",
      { ...live, project: handedIn },
      `Handed in at 9:23 PM. You can improve it ${UNTIL}.`,
      RECEIPT,
    ],
    [
      "handed in, without an end",
      { ...live, project: handedIn, submissions: endless },
      "Handed in at 9:23 PM. You can improve it while submissions are open.",
      RECEIPT,
    ],
    [
      "changed since, the leader",
      { ...live, project: changed },
      "Handed in at 9:23 PM, and changed since. The changes count once you hand in again.",
      "Hand in again",
    ],
    [
      "changed since, a member",
      { ...live, project: changed, isLeader: false },
      "Handed in at 9:23 PM, and changed since. The changes count once your Team Leader hands in again.",
      OPEN,
    ],
  ])("%s", (_title, situation, sentence, label) => {
    expect(nextStepOf(situation)).toMatchObject({ sentence, label });
  });
});

describe("after it, the step is what becomes of the project", () => {
  test.each<[string, Situation, string, string]>([
    ["closed and handed in", { ...late, project: handedIn }, JUDGED, RECEIPT],
    [
      "closed, and changed since it was handed in",
      { ...late, project: changed },
      JUDGED,
      RECEIPT,
    ],
    ["judging has begun", { ...judged, project: handedIn }, BEGUN, RECEIPT],
    [
      "judging goes on after the event",
      { ...judged, registration: "over", project: handedIn },
      BEGUN,
      RECEIPT,
    ],
    [
      "closed, a draft",
      { ...judged, project: draft },
      "Submissions are closed, and your project is still a draft. The organisers can see it.",
      MAIL,
    ],
    [
      "closed, nothing written",
      late,
      "Submissions are closed, and your team has no project.",
      MAIL,
    ],
    [
      "over, a draft",
      { ...late, registration: "over", project: draft },
      "HackArena 2025 is over. Thank you for being part of it.",
      "Stay Updated",
    ],
  ])("%s", (_title, situation, sentence, label) => {
    expect(nextStepOf(situation)).toMatchObject({ sentence, label });
  });
});

describe("once the results are published, it is one's own", () => {
  const second = { award: "second-place", isTied: false };
  test.each<[string, Situation["ownAwards"], string]>([
    ["nothing won", [], "The results are out."],
    ["a place", [second], "Your team took 2nd place."],
    [
      "a shared place",
      [{ award: "first-place", isTied: true }],
      "Your team shares 1st place.",
    ],
    [
      "a place and two tracks",
      [
        second,
        { award: "best-freshers", isTied: false },
        { award: "all-girls-team", isTied: false },
      ],
      "Your team took 2nd place, won Best Freshers and won All Girls Team.",
    ],
  ])("%s", (_title, ownAwards, sentence) => {
    for (const registration of ["live", "over"] as const)
      expect(
        nextStepOf({ ...judged, project: handedIn, registration, ownAwards }),
      ).toEqual({
        sentence,
        label: "See the results",
        href: "/dashboard#results",
      });
  });
});

test("what others ask comes before all but the end", () => {
  const requests = {
    sentence: "Amara Patil asks to join.",
    label: "Answer",
    href: "/find",
  };
  for (const situation of [open, closed, live, { ...live, project: draft }])
    expect(nextStepOf({ ...situation, requests })).toBe(requests);
  for (const situation of [
    { ...open, registration: "over" } as const,
    { ...judged, ownAwards: [] },
  ])
    expect(nextStepOf({ ...situation, requests })).not.toBe(requests);
});

test("the sentence counts the free slots", () => {
  const sentences = [1, 2, 3].map(
    (members) => nextStepOf({ ...open, members }).sentence,
  );
  expect(sentences).toEqual([
    expect.stringContaining("Two are needed to compete"),
    expect.stringContaining("2 slots are free"),
    expect.stringContaining("The last slot is free"),
  ]);
});
