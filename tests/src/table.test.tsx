/**
 * The table of roles and moments, as people see it: each cell is what the pages of a role show at a moment. None is empty,
 * none offers what the deployment would refuse, and none speaks in the tense of another moment.
 */
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { DEFAULTS } from "#convex/settings/shared";
import { NextStep } from "../../src/features/next-step/next-step";
import {
  HelperPage,
  HelperStep,
} from "../../src/features/next-step/helper-step";
import { moments, type Moment } from "../../src/features/next-step/standing";
import { PortalNavigation } from "../../src/layouts/portal-navigation";
import { About } from "../../src/routes/home/about";
import { FinalCall } from "../../src/routes/home/final-call";
import { Hero } from "../../src/routes/home/hero";
import { Component as Find } from "../../src/routes/find/route";
import { Component as Help } from "../../src/routes/help/route";
import { Desk } from "../../src/routes/judge/desk";
import { GuestTicket } from "../../src/routes/join/guest-ticket";
import { Component as Login } from "../../src/routes/login/route";
import { Component as Project } from "../../src/routes/project/route";
import { Component as Register } from "../../src/routes/register/route";
import { Component as Team } from "../../src/routes/team/route";
import { resetDeployment } from "./deployment";
import { act, open, screen } from "./rendering";

const asked = vi.hoisted(() => ({ state: "open" }));
vi.mock("../../src/lib/connection/first-answers", async (original) => ({
  ...(await original<object>()),
  askForAll: async () => asked,
}));
vi.mock("../../src/routes/dashboard/helper-frame", () => ({
  HelperFrame: ({ children }: { children: ReactNode }) => children,
}));
vi.mock("../../src/features/clock/deployment-clock", async (original) => ({
  ...(await original<object>()),
  useDeploymentMinute: () => NOW,
  useDeploymentTime: () => NOW,
}));
class Observer {
  observe() {}
  disconnect() {}
}
vi.stubGlobal("IntersectionObserver", Observer);
vi.stubGlobal("ResizeObserver", Observer);

const NOW = Date.UTC(2025, 5, 29, 6);
const HOUR = 3_600_000;
const at = moments.indexOf.bind(moments);
const isFrom = (moment: Moment, first: Moment) => at(moment) >= at(first);

/** The deployment at a moment. Teams are locked from "closed" on, as 48 hours before the event. */
function answersAt(moment: Moment, me: object | null) {
  const phase =
    moment === "open" || moment === "closed" || moment === "over"
      ? moment
      : "live";
  const isClosed = isFrom(moment, "handed in");
  const isLocked = isFrom(moment, "closed");
  const opensAt = NOW + (isFrom(moment, "building") ? -9 : 9) * HOUR;
  const closesAt = NOW + (isClosed ? -1 : 19) * HOUR;
  const state = isClosed ? "closed" : opensAt > NOW ? "not open" : "open";
  asked.state = isLocked ? "closed" : "open";
  const window = { closedSince: null, next: null };
  return {
    "users:me": me,
    "settings:current": {
      ...DEFAULTS,
      phase,
      teamChangesOpen: !isLocked,
      submissionsOpenAt: opensAt,
      submissionsCloseAt: closesAt,
    },
    "settings:teamChanges": { ...window, state: asked.state, closesAt: null },
    "settings:submissions": {
      ...window,
      state,
      opensAt,
      closesAt,
      hasJudgingBegun: isFrom(moment, "judging"),
    },
    "judging:published": isFrom(moment, "published")
      ? { at: NOW, awards: [], projects: [] }
      : null,
    "judging:desk": {
      criteria: [],
      marks: [],
      isClosed: isFrom(moment, "published"),
    },
    "judging:projects": [],
    "judging:visits": [],
    "teams:mine": me !== null && "team" in me ? me.team : null,
    "requests:mine": [],
    "listings:hidden": [],
    "listings:readKey": "key",
    "help:mine": { isOpen: false },
    "help:queue": { isOpen: false, requests: [], more: 0, closed: [] },
    "changeRequests:mine": [],
  };
}

const person = {
  _id: "asha",
  role: "participant",
  displayName: "Asha Rao",
  teamId: null,
  teamRole: null,
  checkedInAt: null,
  skills: [],
  college: "",
  about: "",
  requests: { askedBy: [], asked: [], answer: null },
};
const names = ["Asha Rao", "Ravi Iyer"];
const team = {
  _id: "owls",
  name: "Owls",
  description: "",
  inviteCode: "ABC123",
  isOpen: true,
  members: names.map((name, nth) => ({
    uid: nth === 0 ? "asha" : "ravi",
    name,
    role: nth === 0 ? "leader" : "member",
    joinedAt: 0,
  })),
} as never;
const inTeam = (teamRole: string) => ({
  ...person,
  teamId: "owls",
  teamRole,
  team,
});
const own = <NextStep team={team} at="/dashboard" />;

type Row = { me: object | null; pages: Record<string, ReactNode> };
const table: Record<string, Row> = {
  visitor: {
    me: null,
    pages: {
      landing: [<Hero key="1" />, <About key="2" />, <FinalCall key="3" />],
      register: <Register />,
      login: <Login />,
    },
  },
  guest: { me: null, pages: { join: <GuestTicket code="ABC123" /> } },
  newcomer: {
    me: person,
    pages: {
      dashboard: <NextStep team={null} at="/dashboard" />,
      team: <Team />,
      project: <Project />,
      find: <Find />,
      help: <Help />,
    },
  },
  member: {
    me: inTeam("member"),
    pages: { dashboard: own, team: <Team />, help: <Help /> },
  },
  leader: {
    me: inTeam("leader"),
    pages: { dashboard: own, team: <Team />, help: <Help /> },
  },
  judge: {
    me: { ...person, role: "judge" },
    pages: { judge: <Desk />, team: <HelperPage of="judge" /> },
  },
  mentor: {
    me: { ...person, role: "mentor" },
    pages: { help: <Help />, team: <HelperPage of="mentor" /> },
  },
  organiser: {
    me: { ...person, role: "organiser" },
    pages: { dashboard: <HelperStep of="organiser" />, help: <Help /> },
  },
};

/** What is offered up to this moment and refused, or of no use, from it on. Without the first, at any moment. */
const lapsing: [RegExp, Moment][] = [
  [
    /^(Register|Create Team|Create or join|Join|Invite|Leave Team|Find|Look for a team|Accept|Decline)\b/iu,
    "closed",
  ],
  [
    /^(Hand in|Open the project|Submission guide|Ask with a code|Open help)/u,
    "handed in",
  ],
  [/^(Judge projects|See the receipt)/u, "published"],
  [/^(Request a change|Set the phase)/u, "over"],
  [/^(CREATE ACCOUNT|Create an account)$/u, "building"],
];
/** Words that are not true before a moment, or no longer from one on. */
const early: [RegExp, Moment][] = [
  [/registration is closed/iu, "closed"],
  [/\b(the event is on|are building|right now)\b/iu, "building"],
  [/\b(handed in|hand-in is closed|submissions are closed)\b/iu, "handed in"],
  [/\b(judging has begun|being judged)\b/iu, "judging"],
  [/\b(results are out|what it won)\b/iu, "published"],
  [/\b(is over|thank you to everyone|was a national|that was)\b/iu, "over"],
];
const late: [RegExp, Moment][] = [
  [/Registration is open|make your account here|Your slot is open/u, "closed"],
  [
    /Next: the start|See you on|at the event\b|You can write your project from/u,
    "handed in",
  ],
  [/The clock is running|are building|you have until/iu, "handed in"],
  [/Judging comes next/u, "judging"],
  [/Once the organisers publish|being judged|Next: the results/u, "published"],
  [/right now|The event is on|is a national|can still place|Next:/u, "over"],
];

/** The page without what its style sheets hide. */
function seen({ container }: { container: HTMLElement }, phase: string) {
  const state = phase === "open" ? "shown" : phase;
  const hidden = [...container.querySelectorAll("[data-when]")].filter(
    (it) => it.getAttribute("data-when")?.split(" ").includes(state) === false,
  );
  const parts = container.querySelectorAll(
    `[data-for=participants]${state === "shown" ? "" : ",[data-part=registration]"}`,
  );
  for (const it of [...hidden, ...parts]) it.remove();
  const offers = [...container.querySelectorAll("a, button")]
    .filter((it) => !it.hasAttribute("aria-disabled"))
    .map(({ textContent }) => textContent.trim());
  return { said: container.textContent.replaceAll(/\s+/gu, " "), offers };
}

async function cell(role: Row, page: ReactNode, moment: Moment) {
  document.body.innerHTML = '<div id="portal"></div>';
  const answers = answersAt(moment, role.me);
  resetDeployment(answers);
  const rendered = await act(async () =>
    open(
      <>
        {role.me && <PortalNavigation />}
        {page}
      </>,
      { initialEntries: ["/here"] },
    ),
  );
  const tabs = screen.queryByRole("navigation", { name: "Portal" });
  const links = [...(tabs?.querySelectorAll("a") ?? [])];
  const { said, offers } = seen(rendered, answers["settings:current"].phase);
  rendered.unmount();
  return { said, offers: [...offers, ...links.map((it) => it.textContent)] };
}

/** What is wrong with a cell, in words; empty if nothing is. */
async function wrongWith(row: Row, moment: Moment): Promise<string[]> {
  const wrong: string[] = [];
  for (const [page, element] of Object.entries(row.pages)) {
    const { said, offers } = await cell(row, element, moment);
    if (said.split(" ").length < 5 || said.includes("Application Error"))
      wrong.push(`${page} is empty: ${said}`);
    const untimely = [
      ...early.filter(([, from]) => !isFrom(moment, from)),
      ...late.filter(([, until]) => isFrom(moment, until)),
    ];
    for (const [words] of untimely)
      if (words.test(said)) wrong.push(`${page} says ${words.exec(said)?.[0]}`);
    const refused = lapsing.filter(([, until]) => isFrom(moment, until));
    for (const offer of offers)
      if (refused.some(([it]) => it.test(offer)))
        wrong.push(`${page} offers ${offer}`);
  }
  return wrong;
}

test.each(
  moments.flatMap((moment) =>
    Object.keys(table).map((role) => [role, moment] as const),
  ),
)(
  "a %s, %s: told what holds, and offered what is taken",
  async (role, moment) => {
    const row = table[role] as Row;
    expect(await wrongWith(row, moment)).toEqual([]);
  },
);
