/**
 * The event as it is played, in minutes after its beginning: 36 hours, from the first account to the published results.
 * Every step waits for its minute, so that a slow deployment makes the event late, and never drops a step.
 */
import type { FunctionReturnType } from "convex/server";
import * as Y from "yjs";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { MARKS } from "#convex/shared/judging";
import { readPass } from "#convex/shared/passes";
import { MAX_TEAM_SIZE } from "#convex/shared/teams";
import { demoPeople } from "../functions/people";
import type { Deployment, Role } from "./deployment";
import type { Ledger } from "./ledger";
import { Person } from "./person";
import type { Tempo } from "./tempo";

export const MINUTES = 36 * 60;

/** When what begins. */
const AT = {
  signUps: 20,
  lastSignUp: 240,
  freeze: 300,
  start: 360,
  announcements: [400, 900, 1_500],
  /** Members are helped from here on. */
  help: 600,
  lastCall: 1_680,
  close: 1_800,
  judging: 1_820,
  results: 2_020,
  /** Award after award. */
  reveal: 2_050,
  over: 2_130,
} as const;

/** How long people arrive, in minutes. */
const ARRIVAL_MINUTES = 60;
const JUDGES = 8;
const PER_PROJECT = 3;
/** How often a member changes something of the project, in minutes. */
const WRITES_EVERY = 45;
const PASSWORD = "rehearse the arena 36";

/** What goes wrong on purpose. */
export const FAULTS = ["line", "kill", "clock", "desk"] as const;
export type Fault = (typeof FAULTS)[number];

export type Plan = {
  people: number;
  faults: ReadonlySet<Fault>;
  /** From 0 to 1; the same ones for a seed. */
  random: () => number;
};

type Stage = Plan & {
  deployment: Deployment;
  ledger: Ledger;
  tempo: Tempo;
  /** Everybody who has come, to be closed in the end. */
  crowd: Person[];
};
type Team = { leader: Person; members: Person[]; teamId: Id<"teams"> };
/** Called when a phase begins. */
type OnPhase = (name: string) => void;

export async function play(stage: Stage, onPhase: OnPhase): Promise<void> {
  const { deployment, ledger, tempo, faults } = stage;
  const checked = async (phase: string) => {
    const { findings } = await deployment.integrity();
    for (const finding of findings)
      ledger.lost.push(`${phase}: ${JSON.stringify(finding)}`);
    await ledger.check(phase);
  };
  onPhase("The organiser opens the event");
  const [organiser] = await appointed(stage, "organiser", 1);
  if (organiser === undefined) throw new Error("no organiser");
  organiser.watch(api.organiser.overview, {});

  onPhase("People sign up and form teams");
  const people = await signUps(stage);
  const teams = await formTeams(stage, people);
  await checked("after the sign-ups");

  onPhase("Team changes close");
  await tempo.at(AT.freeze);
  await organiser.do(api.settings.change, { teamChangesOpen: false });
  await changesAfterFreeze(stage, organiser, teams);
  await checked("after the freeze");

  onPhase("The event is live");
  await tempo.at(AT.start);
  const clockAt = (minute: number) =>
    Math.round(Date.now() + tempo.msUntil(minute));
  await organiser.do(api.settings.change, {
    phase: "live",
    checkInOpen: true,
    helpOpen: true,
    arenaOpen: true,
    startsAt: clockAt(AT.start),
    endsAt: clockAt(MINUTES),
    submissionsOpenAt: Date.now() - 1_000,
    submissionsCloseAt: clockAt(AT.close),
  });
  await Promise.all([
    arrivals(stage, organiser, people),
    announcements(stage, organiser, people),
    help(stage, teams),
    ...teams.map(async (team) => writing(stage, team)),
    ...(faults.has("line") ? [cuts(stage, people)] : []),
    ...(faults.has("kill") ? [kill(stage)] : []),
  ]);
  await checked("after the hand-ins");

  onPhase("Judging");
  await tempo.at(AT.judging);
  await judging(stage, organiser);
  await checked("after judging");

  onPhase("Results");
  await tempo.at(AT.results);
  await organiser.do(api.judging.close, {});
  await ceremony(stage, organiser, people);
  await tempo.at(AT.over);
  await organiser.do(api.settings.change, {
    phase: "over",
    galleryPublished: true,
  });
  await checked("in the end");
}

/** Signs up people and gives them a role. */
async function appointed(
  { deployment, ledger, crowd }: Stage,
  role: Role,
  count: number,
  title = `${role[0]?.toUpperCase()}${role.slice(1)}`,
): Promise<Person[]> {
  const all: Person[] = [];
  for (let nth = 1; nth <= count; nth++) {
    const name = `${title} ${nth}`;
    const email = `${title.toLowerCase()}${nth}@rehearsal.example`;
    const person = new Person(deployment.url, ledger, { name, email });
    crowd.push(person);
    await person.signUp({ name, email, password: PASSWORD });
    await deployment.appoint(email, role);
    all.push(person);
  }
  return all;
}

/** Resolves with the participants, once everybody has an account and the dashboard open. */
async function signUps(stage: Stage): Promise<Person[]> {
  const { deployment, ledger, tempo, crowd } = stage;
  const each = (AT.lastSignUp - AT.signUps) / stage.people;
  return Promise.all(
    demoPeople(stage.people).map(async ({ name, email }, nth) => {
      const credentials = { name, email, password: PASSWORD };
      const person = new Person(deployment.url, ledger, credentials);
      crowd.push(person);
      await tempo.at(AT.signUps + nth * each);
      await person.signUp(credentials);
      person.watch(api.users.me, {});
      person.watch(api.settings.current, {});
      person.watch(api.schedule.list, {});
      person.watch(api.announcements.list, { at: 0 });
      await person.do(api.users.update, {
        college: "Rehearsal College",
        graduationYear: 2027,
      });
      ledger.acknowledged(
        `profile of ${email}`,
        `${name}'s profile`,
        async () => {
          const me = await person.query(api.users.me, {});
          return me?.isProfileComplete === true;
        },
      );
      return person;
    }),
  );
}

/** Every fifth team finds its last member under Find; the others share their code. */
async function formTeams(stage: Stage, people: Person[]): Promise<Team[]> {
  const { ledger } = stage;
  const groups = Array.from(
    { length: Math.floor(people.length / MAX_TEAM_SIZE) },
    (_, nth) => people.slice(nth * MAX_TEAM_SIZE, (nth + 1) * MAX_TEAM_SIZE),
  );
  return Promise.all(
    groups.map(async ([leader, ...others], nth) => {
      if (leader === undefined) throw new Error("an empty team");
      const teamId = await leader.do(api.teams.create, {
        name: `Team ${nth + 1}`,
      });
      if (teamId === null) throw new Error(`${leader.email} has no team`);
      const team = await leader.query(api.teams.mine, {});
      const inviteCode = team?.inviteCode ?? "";
      /** When somebody joins, by how many there are then. */
      const sizes = new Map<number, number>();
      leader.watch(api.teams.mine, {}, (now) => {
        const since = sizes.get(now?.members.length ?? 0);
        if (since === undefined) return;
        sizes.delete(now?.members.length ?? 0);
        ledger.took("a join on the leader's screen", performance.now() - since);
      });
      const seeker = nth % 5 === 0 ? others.pop() : undefined;
      const members = [leader];
      for (const person of others) {
        sizes.set(members.length + 1, performance.now());
        // Pressed twice: the second is refused, and changes nothing.
        const [joined] = await Promise.all([
          person.do(api.teams.join, { inviteCode }),
          person.do(api.teams.join, { inviteCode }, "a second press on Join"),
        ]);
        if (joined !== null) members.push(person);
      }
      if (seeker !== undefined) {
        await findEachOther(leader, seeker, teamId);
        members.push(seeker);
      }
      for (const person of members) {
        person.watch(api.teams.mine, {});
        ledger.acknowledged(
          `team of ${person.email}`,
          `${person.name} in Team ${nth + 1}`,
          async () => {
            const me = await person.query(api.users.me, {});
            return me?.teamId === teamId;
          },
        );
      }
      return { leader, members, teamId };
    }),
  );
}

async function findEachOther(
  leader: Person,
  seeker: Person,
  teamId: Id<"teams">,
): Promise<void> {
  const skills = ["TypeScript"];
  await leader.do(api.listings.showOpening, { text: "A rehearsal", skills });
  await seeker.do(api.listings.showCard, { text: "Looking", skills });
  const requestId = await seeker.do(api.requests.send, { target: teamId });
  if (requestId !== null) await leader.do(api.requests.accept, { requestId });
}

/** One person in twenty asks to leave; the organiser approves every second request. */
async function changesAfterFreeze(
  { ledger }: Stage,
  organiser: Person,
  teams: Team[],
): Promise<void> {
  for (const [nth, team] of teams.entries()) {
    if (nth % 5 !== 1) continue;
    const person = team.members.at(-1);
    if (person === undefined) continue;
    const requestId = await person.do(api.changeRequests.send, {
      kind: "leave",
      reason: "I fell ill.",
    });
    if (requestId === null) continue;
    const isApproved = nth % 10 === 1;
    const answer = { requestId, answer: "Heard." };
    if (!isApproved) {
      await organiser.do(api.changeRequests.decline, answer);
      continue;
    }
    await organiser.do(api.changeRequests.approve, answer);
    team.members.pop();
    ledger.acknowledged(
      `team of ${person.email}`,
      `${person.name} in no team`,
      async () => {
        const me = await person.query(api.users.me, {});
        return me?.teamId === null;
      },
    );
  }
}

async function announcements(
  { ledger, tempo }: Stage,
  organiser: Person,
  people: Person[],
): Promise<void> {
  for (const minute of AT.announcements) {
    await tempo.at(minute);
    const title = `Announcement of minute ${minute}`;
    const seen = shown(
      ledger,
      "an announcement on a screen",
      people,
      (person, see) =>
        person.watch(api.announcements.list, { at: 0 }, (answer) => {
          if (answer?.announcements.some((one) => one.title === title)) see();
        }),
    );
    await organiser.do(api.announcements.add, {
      title,
      body: "For everybody.",
      pinned: false,
      publishAt: null,
    });
    await seen;
  }
}

/**
 * Two desks scan the passes of nine in ten people within an hour, each one twice. A third of the people is scanned at
 * both desks. What a desk notes without a line is sent when it is back, with the time at which it was scanned.
 */
async function arrivals(
  stage: Stage,
  organiser: Person,
  people: Person[],
): Promise<void> {
  const { ledger, tempo, random, faults } = stage;
  const [one, other] = await appointed(stage, "mentor", 2);
  if (one === undefined || other === undefined) throw new Error("no desk");
  for (const { email } of [one, other])
    await organiser.do(api.organiser.nameDeskHelper, { email });
  const { publicKey } = await one.query(api.checkIns.list, {});
  for (const desk of [one, other]) {
    desk.watch(api.checkIns.list, {});
    desk.watch(api.checkIns.arrived, {});
  }
  if (faults.has("desk")) {
    ledger.faults.push("One desk had no line for half of the check-in");
    other.line.cut(tempo.msUntil(tempo.now() + ARRIVAL_MINUTES / 2));
  }
  if (faults.has("clock"))
    ledger.faults.push(
      "One desk's clock was an hour fast, the other's a day slow",
    );
  const coming = people.filter((_, nth) => nth % 10 !== 9);
  await Promise.all(
    coming.map(async (person, nth) => {
      await tempo.pass(random() * ARRIVAL_MINUTES);
      const pass = await person.query(api.checkIns.pass, {});
      const uid = await readPass(pass?.text ?? "", publicKey);
      if (uid === null) throw new Error(`${person.email} has no pass`);
      const scan = async (desk: Person, key: string) => {
        const isFirst = desk === one;
        const wrong = isFirst ? 60 * 60_000 : -24 * 60 * 60_000;
        return desk.do(
          api.checkIns.record,
          {
            key,
            uid,
            at: Date.now() + (faults.has("clock") ? wrong : 0),
            desk: isFirst ? "Desk 1" : "Desk 2",
            isByList: true,
          },
          "a check-in",
        );
      };
      const desk = nth % 2 === 0 ? one : other;
      const key = `${person.email} at ${desk.name}`;
      const scans = [scan(desk, key), scan(desk, key)];
      if (nth % 3 === 0)
        scans.push(scan(desk === one ? other : one, `${person.email}, again`));
      await Promise.all(scans);
      ledger.acknowledged(
        `arrival of ${person.email}`,
        `${person.name} has arrived`,
        async () =>
          (await person.query(api.checkIns.pass, {}))?.checkedInAt !== null,
      );
    }),
  );
  const { arrived } = await organiser.query(api.checkIns.arrivals, {});
  if (arrived !== coming.length)
    ledger.lost.push(`${coming.length} have come, and ${arrived} are counted`);
}

/** Every fourth team asks once; two mentors take what is first, and sometimes the same. */
async function help(stage: Stage, teams: Team[]): Promise<void> {
  const { tempo, random } = stage;
  const mentors = await appointed(stage, "mentor", 2, "Help");
  for (const mentor of mentors) mentor.watch(api.help.queue, {});
  const asking = teams.filter((_, nth) => nth % 4 === 0);
  await tempo.at(AT.help);
  await Promise.all([
    ...asking.map(async ({ leader }) => {
      await tempo.pass(random() * 600);
      leader.watch(api.help.mine, {});
      await leader.do(api.help.ask, {
        topic: "Web",
        place: "Hall B",
        problem: "It does not start.",
      });
    }),
    ...mentors.map(async (mentor) => {
      while (tempo.now() < AT.lastCall) {
        const { requests } = await mentor.query(api.help.queue, {});
        const next = requests.find(({ state }) => state === "waiting");
        if (next !== undefined) {
          const requestId = next._id;
          const taken = await mentor.do(api.help.take, { requestId });
          await tempo.pass(10);
          // `take` returns nothing either way; who does not have it is refused.
          if (taken === null) await mentor.do(api.help.close, { requestId });
        }
        await tempo.pass(15);
      }
    }),
  ]);
}

/** The results are staged and revealed on the hall's screen, and only then on everybody's. */
async function ceremony(
  { ledger, tempo }: Stage,
  organiser: Person,
  people: Person[],
): Promise<void> {
  const hall = people[0];
  if (hall === undefined) return;
  await organiser.do(api.ceremony.stage, {});
  const remote = await organiser.query(api.ceremony.remote, {});
  if (remote === null) return;
  /** When the award of this number was revealed, or will be. */
  const revealed = new Map<number, number>();
  hall.watch(api.ceremony.revealed, {}, (now) => {
    const since = revealed.get(now?.shown.length ?? -1);
    revealed.delete(now?.shown.length ?? -1);
    if (since !== undefined)
      ledger.took("an award on the hall's screen", performance.now() - since);
  });
  await tempo.at(AT.reveal);
  // The first step opens the stage.
  for (let from = 0; from <= remote.awards.length; from++) {
    revealed.set(from, performance.now());
    // Two organisers press at once.
    const step = { id: remote._id, from, isBack: false };
    await Promise.all([
      organiser.do(api.ceremony.move, step),
      organiser.do(api.ceremony.move, step),
    ]);
    await tempo.pass(5);
  }
  const seen = shown(ledger, "results on a screen", people, (person, see) =>
    person.watch(api.judging.published, {}, (results) => {
      if (results !== null) see();
    }),
  );
  await organiser.do(api.judging.publish, {});
  await seen;
}

/** The members write until shortly before the deadline, at the same fields too; the leader hands in, twice. */
async function writing(stage: Stage, team: Team): Promise<void> {
  const { ledger, tempo, random } = stage;
  const { leader, members } = team;
  await leader.do(api.projects.edit, {
    name: `Project of ${leader.name}`.slice(0, 60),
    summary: "What it does.",
    repositoryUrl: "https://example.in/code",
  });
  await describe(leader);
  await Promise.all(
    members.map(async (person, nth) => {
      await tempo.pass(random() * WRITES_EVERY);
      person.watch(api.projects.workbench, {});
      for (let round = 1; tempo.now() < AT.lastCall; round++) {
        await person.do(
          api.projects.edit,
          nth === 0
            ? { summary: `What it does, as of round ${round}.` }
            : { builtWith: [`Tool ${nth}`, `Round ${round}`] },
        );
        await tempo.pass(WRITES_EVERY * (0.5 + random()));
      }
    }),
  );
  // The last minute: most hand in between two minutes before the end and the end.
  await tempo.at(AT.close - 2 - random() * 28);
  const receipt = await leader.do(api.projects.handIn, {});
  const again = await leader.do(
    api.projects.handIn,
    {},
    "a second press on Hand in",
  );
  if (receipt === null) return;
  ledger.acknowledged(
    `hand-in of ${leader.email}`,
    `receipt ${again ?? receipt}`,
    async () => {
      const bench = await leader.query(api.projects.workbench, {});
      return bench?.receipt === (again ?? receipt);
    },
  );
}

async function describe(leader: Person): Promise<void> {
  const bench = await leader.query(api.projects.workbench, {});
  if (bench === null) return;
  const seen = await leader.query(api.projects.description, {
    after: null,
    readKey: bench.textReadKey,
  });
  if (seen === null) return;
  const doc = new Y.Doc();
  for (const update of [seen.state, ...seen.updates])
    if (update !== null) Y.applyUpdate(doc, new Uint8Array(update));
  doc.on("update", (made: Uint8Array) => {
    const { edition } = seen;
    const update = made.slice().buffer as ArrayBuffer;
    void leader.do(api.projects.typeDescription, { edition, update });
  });
  doc
    .getText("description")
    .insert(0, "What it does, and for whom. ".repeat(20));
}

async function judging(stage: Stage, organiser: Person): Promise<void> {
  const { ledger, tempo, random, faults } = stage;
  const judges = await appointed(stage, "judge", JUDGES);
  await organiser.do(api.judging.assign, { perProject: PER_PROJECT });
  const until = AT.results - 20;
  await Promise.all(
    judges.map(async (judge, nth) => {
      judge.watch(api.judging.desk, {});
      const { criteria } = await judge.query(api.judging.desk, {});
      const projects = await judge.query(api.judging.projects, {});
      const each = (until - tempo.now()) / (projects.length + 1);
      if (nth === 0 && faults.has("line")) {
        ledger.faults.push(
          "A judge's line was away for the first half of judging",
        );
        judge.line.cut(tempo.msUntil(tempo.now() + (until - tempo.now()) / 2));
      }
      for (const { projectId } of projects) {
        const marks = Object.fromEntries(
          criteria.map(({ id }) => [
            id,
            MARKS[Math.floor(random() * MARKS.length)] ?? 3,
          ]),
        );
        await judge.do(api.judging.score, { projectId, marks });
        ledger.acknowledged(
          `mark of ${judge.email} for ${projectId}`,
          `a mark of ${judge.name}`,
          async () =>
            hasMark(await judge.query(api.judging.desk, {}), projectId),
        );
        await tempo.pass(each * (0.5 + random()));
      }
    }),
  );
}

function hasMark(
  { marks }: FunctionReturnType<typeof api.judging.desk>,
  projectId: string,
): boolean {
  return marks.some((one) => one.projectId === projectId);
}

/** Every device is away once, for up to fifteen seconds of the clock. */
async function cuts(
  { ledger, tempo, random }: Stage,
  people: Person[],
): Promise<void> {
  ledger.faults.push("Every device's line was away once, for 1 to 15 seconds");
  await Promise.all(
    people.map(async ({ line }) => {
      await tempo.at(AT.start + 60 + random() * (AT.lastCall - AT.start - 60));
      line.cut(1_000 + random() * 14_000);
    }),
  );
}

async function kill({ deployment, ledger, tempo }: Stage): Promise<void> {
  if (deployment.server === undefined) return;
  await tempo.at((AT.start + AT.close) / 2);
  const before = performance.now();
  await deployment.server.killAndStart();
  ledger.took("the server's start after a kill", performance.now() - before);
  ledger.faults.push(
    "The server was killed while everybody wrote, and started again",
  );
}

/** Notes how long something takes to all screens. Resolves when it is on each. */
async function shown(
  ledger: Ledger,
  what: string,
  people: readonly Person[],
  watch: (person: Person, see: () => void) => void,
): Promise<void> {
  const before = performance.now();
  await Promise.all(
    people.map(
      (person) =>
        new Promise<void>((resolve) => {
          let isSeen = false;
          watch(person, () => {
            if (!isSeen) ledger.took(what, performance.now() - before);
            isSeen = true;
            resolve();
          });
        }),
    ),
  );
}
