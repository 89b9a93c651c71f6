import { beforeEach, expect, test, vi } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { Id } from "#convex/_generated/dataModel";
import { READ_LIMIT } from "#convex/platform/boundedRead";
import {
  asUser,
  backend,
  deleteRow,
  expectRefusal,
  formTeam,
  must,
  type Person,
} from "./setup";

let rita: Person;
beforeEach(async () => {
  rita = await asUser("Rita", { role: "organiser" });
});

async function write(subject: string, email = "asha@example.in") {
  await backend.contact.send({
    name: "Asha",
    email,
    subject,
    message: "Where?",
  });
}

async function waiting() {
  return rita.organiser.messages({ handled: false });
}

async function handled() {
  return rita.organiser.messages({ handled: true });
}

async function mark(messageId: Id<"contactMessages">, isHandled = true) {
  return rita.organiser.markMessage({ messageId, handled: isHandled });
}

async function audit() {
  return rita.organiser.auditLog();
}

async function idOf(subject: string): Promise<Id<"contactMessages">> {
  const all = [...(await waiting()), ...(await handled())];
  const message = must(all.find((one) => one.subject === subject));
  return message._id;
}

test("organiser.overview counts people, teams, waiting messages and subscribers", async () => {
  const asha = await asUser("Asha", {
    createdAt: Date.parse("2025-05-01T18:31Z"),
  });
  const ravi = await asUser("Ravi", {
    createdAt: Date.parse("2025-05-01T18:29Z"),
  });
  await formTeam([asha, ravi]);
  await formTeam([
    await asUser("Maya", { createdAt: Date.parse("2025-05-02T10:00Z") }),
  ]);
  await rita.settings.change({ submissionsOpenAt: 0 });
  await asha.projects.edit();
  await write("Parking");
  await write("URGENT: keys");
  await write("Food");
  await mark(await idOf("Food"));
  await backend.subscribers.subscribe({ email: "news@example.in" });
  const { registrations, ...numbers } = await rita.organiser.overview();
  expect(numbers).toEqual({
    registered: 3,
    inTeams: 3,
    teams: 2,
    teamsBySize: [1, 1, ...Array<number>(MAX_TEAM_SIZE - 2).fill(0)],
    messagesWaiting: 2,
    urgentMessages: 1,
    otherMessagesAt: [expect.any(Number)],
    projects: 1,
    handedIn: 0,
    notHandedIn: 2,
    subscribers: 1,
    isComplete: true,
  });
  expect(registrations).toEqual([
    { day: "2025-05-01", count: 1 },
    { day: "2025-05-02", count: 2 },
  ]);
});

test("organiser.overview reports that there are more people than it may read", async () => {
  await backend.run(async (ctx) => {
    const user = must(await ctx.db.get("users", rita.uid));
    const { _id, _creationTime, ...fields } = user;
    for (let count = 0; count < READ_LIMIT.rows; count++)
      await ctx.db.insert("users", {
        ...fields,
        role: "participant",
        email: `p${count}@x.in`,
      });
  });
  expect(await rita.organiser.overview()).toMatchObject({
    // Rita herself is read, too.
    registered: READ_LIMIT.rows - 1,
    isComplete: false,
  });
  const list = await rita.organiser.participants();
  expect(list.participants).toHaveLength(READ_LIMIT.rows);
  expect(list.isComplete).toBe(false);
});

test("organiser.participants returns everyone with their team and nothing secret", async () => {
  const asha = await asUser("Asha");
  await formTeam([asha]);
  const profile = {
    isProfileComplete: true,
    college: "NSUT Delhi",
    graduationYear: 2026,
    skills: ["React"],
    about: "Builds robots",
    links: { github: "https://github.com/asha-rao", portfolio: "" },
  };
  const { isProfileComplete: _, ...told } = profile;
  await asha.users.update(told);
  const { participants, isComplete } = await rita.organiser.participants();
  expect(isComplete).toBe(true);
  const common = {
    createdAt: expect.any(Number) as number,
    hasConfirmedPlace: false,
  };
  expect(participants).toEqual([
    {
      ...common,
      _id: rita.uid,
      name: "Rita",
      email: "rita@example.in",
      role: "organiser",
      teamName: null,
      teamRole: null,
      isProfileComplete: false,
      college: "",
      graduationYear: null,
      skills: [],
      about: "",
      links: { github: "", portfolio: "" },
    },
    {
      ...common,
      ...profile,
      _id: asha.uid,
      name: "Asha",
      email: "asha@example.in",
      role: "participant",
      teamName: "Nova",
      teamRole: "leader",
    },
  ]);
});

test("organiser.teams returns every team with its members but without its invite code", async () => {
  const asha = await asUser("Asha");
  const ravi = await asUser("Ravi");
  const inviteCode = await formTeam([asha, ravi]);
  const emails = ["ravi@example.in"];
  await rita.organiser.importPlaces({ how: "replace", emails });
  const answer = await rita.organiser.teams();
  const team = await asha.teams.mine();
  expect(answer).toEqual({
    teams: [
      {
        _id: team?._id,
        name: "Nova",
        description: "",
        createdAt: team?.createdAt,
        isHiddenInHall: false,
        members: team?.members.map((member) => ({
          ...member,
          hasConfirmedPlace: member.uid === ravi.uid,
        })),
      },
    ],
    isComplete: true,
  });
  expect(JSON.stringify(answer)).not.toContain(inviteCode);
});

test("organiser.subscribers returns every address with the time of consent", async () => {
  for (const email of ["b@example.in", "a@example.in"])
    await backend.subscribers.subscribe({ email });
  expect(await rita.organiser.subscribers()).toEqual({
    subscribers: ["b@example.in", "a@example.in"].map((email) => ({
      _id: expect.any(String) as string,
      email,
      consentedAt: expect.any(Number) as number,
    })),
    isComplete: true,
  });
});

test("organiser.messages returns waiting messages, the urgent ones first and then the oldest", async () => {
  const subjects = ["First", "Urgently", "urgent: bus", "Last", "URGENT"];
  for (const subject of subjects) await write(subject);
  expect(await waiting()).toEqual(
    ["urgent: bus", "URGENT", "First", "Urgently", "Last"].map((subject) => ({
      _id: expect.any(String) as string,
      name: "Asha",
      email: "asha@example.in",
      subject,
      message: "Where?",
      createdAt: expect.any(String) as string,
      handledAt: null,
      handledBy: null,
    })),
  );
  expect(await handled()).toEqual([]);
});

test("organiser.messages returns handled messages, the last handled first", async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ["Date"] });
  for (const subject of ["First", "Second", "Third"]) await write(subject);
  await mark(await idOf("Third"));
  vi.setSystemTime(2_000);
  await mark(await idOf("First"));
  expect(await handled()).toMatchObject([
    { subject: "First", handledAt: 2_000, handledBy: "Rita" },
    { subject: "Third", handledAt: 1_000, handledBy: "Rita" },
  ]);
  expect((await waiting()).map(({ subject }) => subject)).toEqual(["Second"]);
});

test("organiser.messages returns no more than one query may read, however long the messages are", async () => {
  await backend.run(async (ctx) => {
    for (let count = 0; count < 500; count++)
      await ctx.db.insert("contactMessages", {
        name: "Asha",
        email: "asha@example.in",
        subject: `Number ${count}`,
        message: "ß".repeat(10_000),
        createdAt: new Date().toISOString(),
      });
  });
  const given = await waiting();
  expect(given[0]?.subject).toBe("Number 0");
  expect(given.length).toBeGreaterThan(300);
  expect(given.length * 20_000).toBeLessThan(8 * 2 ** 20);
});

test("organiser.markMessage keeps the name of who was first, and is recorded once", async () => {
  await write("Parking");
  const messageId = await idOf("Parking");
  const omar = await asUser("Omar", { role: "organiser" });
  await omar.organiser.markMessage({ messageId, handled: true });
  await mark(messageId);
  expect(await handled()).toMatchObject([{ handledBy: "Omar" }]);
  expect(await audit()).toHaveLength(1);
});

test("organiser.markMessage refuses a deleted message", async () => {
  await write("Parking");
  const messageId = await idOf("Parking");
  await deleteRow("contactMessages", messageId);
  await expectRefusal(mark(messageId), {
    code: "not_found",
    message: "Message no longer exists.",
  });
  expect(await audit()).toEqual([]);
});

test("three bounded reads fit into one query", () => {
  expect(3 * READ_LIMIT.rows).toBeLessThan(16_384 - 100);
  expect(3 * READ_LIMIT.bytes).toBeLessThan(8 * 2 ** 20 - 100_000);
  expect(READ_LIMIT.rows).toBeLessThan(8_192);
});
