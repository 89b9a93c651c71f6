import { expect, test } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { TRACKS } from "#edition/tracks";
import { awardInWords, awardTitle } from "../../src/content/award-words";
import { event } from "../../src/content/event";
import {
  nextStepOf,
  type Situation,
} from "../../src/features/next-step/next-step-of";
import {
  momentOf,
  participantsMoment,
} from "../../src/features/next-step/standing";

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

test.each<[number, Situation, string]>([
  [1, open, "Invite"],
  [1, closed, "Write to the organisers"],
  [2, open, "Invite"],
  [MAX_TEAM_SIZE - 1, registered, "Invite"],
  [MAX_TEAM_SIZE - 1, closed, "Complete registration"],
  [MAX_TEAM_SIZE, open, "Complete registration"],
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
  [2, { ...open, registration: "closed" }, "Invite"],
  [2, { ...open, registration: "live" }, "Submission guide"],
  [MAX_TEAM_SIZE, { ...registered, registration: "over" }, "Stay Updated"],
  [
    MAX_TEAM_SIZE,
    { ...registered, registration: "over", isGalleryOpen: true },
    "See the projects",
  ],
])("before the event, %i in the team, %j: %s", (members, situation, label) => {
  expect(nextStepOf({ ...situation, members }).label).toBe(label);
});

const UNTIL = "until 29 June 2025, 12:00 PM IST";
const WRITE = `Write your project, and hand it in. You have ${UNTIL}.`;
const AT = "Handed in at 9:23 PM";
const JUDGED = `${AT}. What you handed in is what will be judged.`;
const BEGUN = `${AT}. Judging has begun.`;
const COUNT = `${AT}, and changed since. The changes count once`;
const LEADS = `${COUNT} you hand in again.`;
const FOLLOWS = `${COUNT} your Team Leader hands in again.`;
const IMPROVE = `${AT}. You can improve it`;
const PASS =
  "Check-in is open. Show your pass at the desk, with your college ID.";
const CLOCK = "The clock is running. Read what to hand in, and where.";
const LATER = "You can write your project from 28 June 2025, 6:00 PM IST.";
const LEFT =
  "Submissions are closed, and your project is still a draft. The organisers can see it.";
const NONE = "Submissions are closed, and your team has no project.";
const THANKS = `${event.edition} is over. Thank you for being part of it.`;
const OPEN = "Open the project";
const RECEIPT = "See the receipt";
const MAIL = "Write to the organisers";
const GUIDE = "Submission guide";
const NEWS = "Stay Updated";
const notYet = { ...live, submissions: { ...writing, state: "not open" } };
const early = { ...live, registration: "closed", project: draft };
const endless = { ...live, submissions: { ...writing, closesAt: null } };
const member = { ...live, project: changed, isLeader: false };
const overJudged = { ...judged, registration: "over", project: handedIn };
const overDraft = { ...late, registration: "over", project: draft };

test.each<[string, object, string, string]>([
  // At the event, the step is the project.
  [
    "check-in is open, not arrived",
    { ...live, isToArrive: true },
    PASS,
    "Your pass",
  ],
  ["live, without times", { ...open, registration: "live" }, CLOCK, GUIDE],
  ["live, not open yet", notYet, LATER, GUIDE],
  [
    "alone in the team",
    { ...live, members: 1 },
    `${WRITE} Two are needed to compete.`,
    OPEN,
  ],
  ["open before an organiser says live", early, WRITE, OPEN],
  ["open without an end", endless, "Write your project, and hand it in.", OPEN],
  [
    "handed in",
    { ...live, project: handedIn },
    `${IMPROVE} ${UNTIL}.`,
    RECEIPT,
  ],
  [
    "handed in, without an end",
    { ...endless, project: handedIn },
    `${IMPROVE} while submissions are open.`,
    RECEIPT,
  ],
  [
    "changed since, the leader",
    { ...live, project: changed },
    LEADS,
    "Hand in again",
  ],
  ["changed since, a member", member, FOLLOWS, OPEN],
  // After it, the step is what becomes of the project.
  ["closed and handed in", { ...late, project: handedIn }, JUDGED, RECEIPT],
  ["closed, changed since", { ...late, project: changed }, JUDGED, RECEIPT],
  ["judging has begun", { ...judged, project: handedIn }, BEGUN, RECEIPT],
  ["judging goes on after the event", overJudged, BEGUN, RECEIPT],
  ["closed, a draft", { ...judged, project: draft }, LEFT, MAIL],
  ["closed, nothing written", late, NONE, MAIL],
  ["over, a draft", overDraft, THANKS, NEWS],
])(
  "the step is the project, and what becomes of it: %s",
  (_, situation, sentence, label) => {
    const step = nextStepOf(situation as Situation);
    expect(step).toMatchObject({ sentence, label });
  },
);

const won = (award: string, isTied = false) => ({ award, isTied });
const second = won("second-place");
const tracks = [won(TRACKS[0]), won(TRACKS[1])];
/** Of a sponsor, if there is one. */
const ONE = TRACKS.find((id) => awardTitle(id).endsWith(" Track")) ?? TRACKS[0];
const WON = `Your team won ${awardInWords(ONE)}.`;
const ALL = `Your team took 2nd place, won ${awardInWords(TRACKS[0])} and won ${awardInWords(TRACKS[1])}.`;
test.each([
  ["nothing won", [], "The results are out."],
  ["a place", [second], "Your team took 2nd place."],
  ["a shared place", [won("first-place", true)], "Your team shares 1st place."],
  ["a sponsor's track", [won(ONE)], WON],
  ["a place and two tracks", [second, ...tracks], ALL],
])("of published results, the step is one's own: %s", (_, awards, sentence) => {
  const way = { label: "See the results", href: "/dashboard#results" };
  for (const registration of ["live", "over"] as const) {
    const ended = { ...judged, project: handedIn, registration };
    const step = nextStepOf({ ...ended, ownAwards: awards as never });
    expect(step).toEqual({ sentence, ...way });
  }
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
  const sentences = [1, 2, MAX_TEAM_SIZE - 1].map(
    (members) => nextStepOf({ ...open, members }).sentence,
  );
  expect(sentences).toEqual([
    expect.stringContaining("Two are needed to compete"),
    expect.stringContaining(`${MAX_TEAM_SIZE - 2} slots are free`),
    expect.stringContaining("The last slot is free"),
  ]);
});

test("judges who begin early lock no team: participants write on until nothing can be handed in", () => {
  const known = { registration: "live", arePublished: false } as const;
  const early = { ...writing, hasJudgingBegun: true };
  expect(participantsMoment({ ...known, submissions: early })).toBe("building");
  expect(momentOf({ ...known, submissions: early })).toBe("judging");
  const { submissions } = judged;
  expect(participantsMoment({ ...known, submissions })).toBe("judging");
});
