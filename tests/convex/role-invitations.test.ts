/** Invitations by mail to a role: who may send them, what the link does, and for whom. */
import { beforeEach, expect, test, vi } from "vitest";
import { internal } from "#convex/_generated/api";
import type { AppointedRole } from "#convex/platform/shared/roles";
import { handIn, startProject } from "./projects";
import { latestLink, latestToken } from "./outbox";
import {
  ASHA,
  deployBeforeEachTest,
  everything,
  outbox,
  SIGN_IN,
  SIGN_UP,
} from "./deployment";
import {
  asUser,
  backend,
  expectOneOf,
  expectRefusal,
  firstOf,
  formTeam,
  passTime,
  password,
  people,
  rowsIn,
  SITE,
  withToken,
  type Calls,
  type Person,
} from "./setup";

const DAY = 24 * 60 * 60 * 1000;
const { email } = ASHA;

deployBeforeEachTest();
let rita: Person;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  rita = await asUser("Rita", { role: "organiser" });
});

/** Sends the mails that are due by then; sending takes no time, however slow the machine is. */
const mail = (ms = 1) => passTime(ms, 500);

async function invite(
  role: AppointedRole = "judge",
  emails: string[] = [email],
) {
  const left = await rita.organiser.invite({ emails, role });
  await mail();
  return left;
}

/** Invites Asha as a judge. @returns the token of the mail's link */
async function invited(): Promise<string> {
  await invite();
  return latestToken(outbox);
}

const roles = () => rita.organiser.roles();
async function onlyInvitation() {
  const { invitations } = await roles();
  const [invitation] = invitations;
  if (invitation === undefined || invitations.length > 1)
    throw new Error(`${invitations.length} invitations`);
  return invitation;
}
const show = (token: string, by: Calls = backend) =>
  by.account.invitation({ token });
const accept = (token: string, by: Calls = backend) =>
  by.account.acceptInvitation({ token });
const acceptWithPassword = (token: unknown, params = {}) =>
  password({
    flow: "acceptInvitation",
    token,
    name: "Asha Rao",
    password: "a new password",
    ...params,
  });
const actions = async () =>
  (await rowsIn("auditLog")).map(({ actorName, action, target }) =>
    [actorName, action, target].join(": "),
  );
const dismiss = (userId: Person["uid"]) => rita.organiser.dismiss({ userId });

test("inviting mails each address a link of its own, and lists it", async () => {
  const now = Date.now();
  expect(
    await invite("judge", [" ASHA@example.in", "ravi@example.in", email]),
  ).toEqual([]);
  expect(outbox.requests.map((request) => request.mail.to)).toEqual([
    [email],
    ["ravi@example.in"],
  ]);
  const link = latestLink(outbox);
  expect(link.origin + link.pathname).toBe(`${SITE}/appointment`);
  expect(outbox.requests[0]?.mail.text).toContain("Rita invites you");
  const { people, invitations } = await roles();
  expect(people).toEqual([
    {
      _id: rita.uid,
      name: "Rita",
      email: "rita@example.in",
      role: "organiser",
      has: { scored: 0, toScore: 0, helping: 0, invitations: 2 },
    },
  ]);
  expect(invitations).toMatchObject([
    { email: "ravi@example.in", role: "judge", isVouchedFor: true },
    { email, mailedAt: expect.any(Number) as number },
  ]);
  expect(invitations[0]?.expiresAt).toBe(now + 7 * DAY);
  expect(await actions()).toEqual(["Rita: invitation sent: judge"]);
});

test("inviting keeps the token nowhere, and no address in the log", async () => {
  await invite();
  const stored = JSON.stringify(await everything());
  expect(stored).not.toContain(latestToken(outbox));
  expect(JSON.stringify(await rowsIn("auditLog"))).not.toContain("@");
});

test("inviting leaves out who has the role, and who is in a team, and says why", async () => {
  const asha = await asUser("Asha");
  await formTeam([asha], "Nova");
  await asUser("Dev", { role: "judge" });
  const emails = [
    "asha@example.in",
    "dev@example.in",
    "rita@example.in",
    "new@example.in",
  ];
  expect(await invite("judge", emails)).toEqual([
    {
      email: "asha@example.in",
      why: "Asha is in the team Nova. Judges and mentors do not take part: take Asha out of the team first.",
    },
    { email: "dev@example.in", why: "Dev is a judge already" },
    {
      email: "rita@example.in",
      why: "Rita is an organiser. Take that role away first.",
    },
  ]);
  expect((await onlyInvitation()).email).toBe("new@example.in");
});

test.each([
  [["asha at example"], "invalid_email"],
  [[], "required"],
  [Array.from({ length: 21 }, (_, k) => `p${k}@example.in`), "too_many"],
])("inviting refuses %j as %s", async (emails, code) => {
  await expectRefusal(invite("judge", emails), code);
  expect(outbox.requests).toEqual([]);
});

test("inviting is for sixty mails an hour", async () => {
  for (let batch = 0; batch < 3; batch++)
    await invite(
      "judge",
      Array.from({ length: 20 }, (_, k) => `p${batch}-${k}@example.in`),
    );
  await expectRefusal(invite(), "rate_limited");
  expect(outbox.requests).toHaveLength(60);
});

test("inviting sends a new link later when the provider is busy, and until then the list says so", async () => {
  let answers = 0;
  outbox.answer = () =>
    new Response("busy", { status: answers++ === 0 ? 429 : 200 });
  await rita.organiser.invite({ emails: [email], role: "judge" });
  expect(await onlyInvitation()).toMatchObject({ mailedAt: null });
  await mail(30_000);
  expect(outbox.requests).toHaveLength(2);
  expect(await onlyInvitation()).toMatchObject({
    mailedAt: expect.any(Number) as number,
  });
  expect(await show(latestToken(outbox))).toMatchObject({ email });
});

test("inviting again, as another role too, replaces the link", async () => {
  await invite("judge");
  const first = latestToken(outbox);
  await invite("organiser");
  await expectRefusal(show(first), "invitation_invalid");
  const second = latestToken(outbox);
  const { _id: invitationId } = await onlyInvitation();
  await rita.organiser.inviteAgain({ invitationId });
  await mail();
  await expectRefusal(show(second), "invitation_invalid");
  expect(await show(latestToken(outbox))).toEqual({
    email,
    role: "organiser",
    account: "none",
    viewer: null,
  });
});

test("inviting by two organisers within a minute goes out once", async () => {
  await invite();
  const omar = await asUser("Omar", { role: "organiser" });
  const args = { emails: [email], role: "judge" as const };
  expect(await omar.organiser.invite(args)).toEqual([
    { email, why: "An invitation was sent a moment ago" },
  ]);
  expect(await onlyInvitation()).toMatchObject({ isVouchedFor: true });
  expect(outbox.requests).toHaveLength(1);
});

test("inviting is neither sent again nor withdrawn by whoever has not seen that it was sent again", async () => {
  await invite();
  const { _id: invitationId, expiresAt: seen } = await onlyInvitation();
  vi.setSystemTime(Date.now() + DAY);
  const args = { invitationId, seen };
  await rita.organiser.inviteAgain(args);
  await expectRefusal(
    [rita.organiser.inviteAgain(args), rita.organiser.withdrawInvitation(args)],
    "changed_since",
  );
  const { expiresAt } = await onlyInvitation();
  expect(expiresAt).toBeGreaterThanOrEqual(seen + DAY);
});

test("inviting can be withdrawn, and its link works no more", async () => {
  await invite();
  const { _id: invitationId } = await onlyInvitation();
  const withdraw = () => rita.organiser.withdrawInvitation({ invitationId });
  await withdraw();
  await expectRefusal(show(latestToken(outbox)), "invitation_invalid");
  expect((await roles()).invitations).toEqual([]);
  await expectRefusal(withdraw(), "not_found");
  expect((await actions()).at(-1)).toBe("Rita: invitation withdrawn: judge");
});

test("somebody without an account makes one on the page, with the role and a proven address", async () => {
  const token = await invited();
  expect(await show(token)).toMatchObject({ account: "none" });
  await expectRefusal(accept(token), "invitation_needs_password");
  const { token: session } = await acceptWithPassword(token);
  expect(await withToken(session).users.me()).toMatchObject({
    name: "Asha Rao",
    email,
    role: "judge",
  });
  expect(
    (await rowsIn("users")).find((user) => user.email === email),
  ).toMatchObject({ emailVerificationTime: expect.any(Number) as number });
  expect(await actions()).toEqual([
    "Rita: invitation sent: judge",
    "Rita: judge appointed: Asha Rao",
  ]);
  expect((await roles()).invitations).toEqual([]);
  await password({ ...SIGN_IN, password: "a new password" });
});

test.each([
  [{ name: "" }, "required"],
  [{ password: "12345" }, "weak_password"],
  [{ password: email }, "weak_password"],
  [{ token: 7 }, "invitation_invalid"],
])(
  "somebody without an account is refused %j as %s, and the link still works",
  async (params, code) => {
    const token = await invited();
    await expectRefusal(acceptWithPassword(token, params), code);
    await acceptWithPassword(token);
  },
);

const prove = () => asUser("Asha", { emailVerificationTime: 1 });

test("somebody with a proven address accepts with a press, signed in or not, and the link works once", async () => {
  const asha = await prove();
  const token = await invited();
  const shown = { account: "proven" };
  expect(await show(token)).toMatchObject({ ...shown, viewer: null });
  expect(await show(token, asha)).toMatchObject({ ...shown, viewer: email });
  expect(await accept(token)).toEqual({ name: "Asha", email, role: "judge" });
  expect(await asha.users.me()).toMatchObject({ role: "judge" });
  await expectRefusal(
    [accept(token), acceptWithPassword(token), show(token)],
    "invitation_used",
  );
});

test("somebody with a proven address keeps the password, whoever has the link", async () => {
  await prove();
  const token = await invited();
  await expectRefusal(acceptWithPassword(token), "email_in_use");
});

test("somebody with a proven address is appointed, not whoever is signed in", async () => {
  const asha = await prove();
  const ravi = await asUser("Ravi");
  await invite();
  await accept(latestToken(outbox), ravi);
  expect(await ravi.users.me()).toMatchObject({ role: "participant" });
  expect(await asha.users.me()).toMatchObject({ role: "judge" });
});

test("somebody with a proven address who joined a team since is told so, and the link still works", async () => {
  const asha = await prove();
  await invite();
  await formTeam([asha], "Nova");
  const token = latestToken(outbox);
  await expectRefusal(accept(token, asha), "helper_in_team");
  await asha.teams.leave();
  await accept(token, asha);
});

test("somebody with a proven address who became an organiser since stays one", async () => {
  await prove();
  await invite();
  await backend.mutation(internal.roles.jobs.appoint, {
    email,
    role: "organiser",
  });
  await expectRefusal(accept(latestToken(outbox)), "already_organiser");
});

test("somebody with a proven address becomes an organiser without leaving the team", async () => {
  const asha = await prove();
  await formTeam([asha], "Nova");
  await invite("organiser");
  await accept(latestToken(outbox));
  expect(await asha.users.me()).toMatchObject({
    role: "organiser",
    teamRole: "leader",
  });
});

test("an account whose address nobody has proven gives the role to nobody who only knows its password", async () => {
  await password(SIGN_UP);
  const token = await invited();
  expect(await show(token)).toMatchObject({ account: "unproven" });
  await expectRefusal(accept(token), "invitation_needs_password");
  const { token: session } = await acceptWithPassword(token, {
    name: "The Real Asha",
  });
  expect(await withToken(session).users.me()).toMatchObject({
    name: "The Real Asha",
    role: "judge",
  });
  await expectRefusal(password(SIGN_IN), "wrong_password");
  expect(await rowsIn("authSessions")).toHaveLength(2);
});

test("an account whose address nobody has proven is proven by the link if its owner is signed in", async () => {
  const { token: session } = await password(SIGN_UP);
  const asha = withToken(session);
  const appointed = await accept(await invited(), asha);
  expect(appointed).toMatchObject({ role: "judge" });
  await password(SIGN_IN);
});

test("a link works for a week", async () => {
  const token = await invited();
  vi.setSystemTime(Date.now() + 7 * DAY - 1_000);
  await show(token);
  vi.setSystemTime(Date.now() + 1_000);
  await expectRefusal(
    [show(token), acceptWithPassword(token), accept(token)],
    "invitation_expired",
  );
});

test.each(["", "made-up", "x".repeat(5_000)])(
  "a link that is %j is refused",
  async (token) => {
    await invite();
    await expectRefusal(
      [show(token), accept(token), acceptWithPassword(token)],
      "invitation_invalid",
    );
  },
);

test("a link dies with the role of whoever sent it, until another organiser sends it again", async () => {
  const token = await invited();
  const omar = await asUser("Omar", { role: "organiser" });
  await omar.organiser.dismiss({ userId: rita.uid });
  await expectRefusal(show(token), "invitation_invalid");
  await expectRefusal(acceptWithPassword(token), "invitation_invalid");
  const { invitations } = await omar.organiser.roles();
  expect(invitations).toMatchObject([{ isVouchedFor: false }]);
  const invitation = firstOf(invitations);
  const { _id: invitationId } = invitation;
  await omar.organiser.inviteAgain({ invitationId });
  await mail();
  await acceptWithPassword(latestToken(outbox));
});

test("a link makes no two accounts when it is used twice at once", async () => {
  const token = await invited();
  await expectOneOf(acceptWithPassword(token), acceptWithPassword(token));
  expect(await rowsIn("users")).toHaveLength(2);
});

test("organiser.dismiss takes every role away but the last organiser's", async () => {
  const omar = await asUser("Omar", { role: "organiser" });
  await dismiss(omar.uid);
  await expectRefusal(omar.organiser.roles(), "organisers_only");
  await expectRefusal(dismiss(rita.uid), {
    code: "last_organiser",
    message: "Rita is the only organiser. Invite another one first.",
  });
  expect(await actions()).toEqual(["Rita: organiser dismissed: Omar"]);
});

test("an account takes the invitations of its proven address along", async () => {
  const asha = await asUser("Asha", { emailVerificationTime: 1 });
  const stranger = await asUser("Ravi");
  await invite("judge", [email, "ravi@example.in"]);
  expect(await asha.account.exportData()).toMatchObject({
    roleInvitations: [{ role: "judge", isUsed: false }],
  });
  expect(await stranger.account.exportData()).toMatchObject({
    roleInvitations: [],
  });
  for (const person of [asha, stranger]) await person.account.remove();
  expect((await onlyInvitation()).email).toBe("ravi@example.in");
});

test("a dismissal takes away the role that was seen, and no other", async () => {
  const dev = await asUser("Dev", { role: "organiser" });
  const late = rita.organiser.dismiss({ userId: dev.uid, seen: "judge" });
  await expectRefusal(late, {
    code: "changed_since",
    message: "Dev has another role now: organiser. Please look again.",
  });
  const args = { userId: dev.uid, seen: "organiser" as const };
  await rita.organiser.dismiss(args);
  // A second organiser, a second later.
  await rita.organiser.dismiss(args);
  expect(await actions()).toEqual(["Rita: organiser dismissed: Dev"]);
});

test("organisers see what each person has to do in their role, and what ends with it", async () => {
  const jaya = await asUser("Jaya", { role: "judge" });
  const mira = await asUser("Mira", { role: "mentor" });
  const [asha] = await people("Asha");
  await formTeam([asha]);
  const projectId = await startProject(asha);
  await handIn(projectId);
  await rita.judging.assign({ perProject: 1 });
  await rita.settings.change({ helpOpen: true });
  await asha.help.ask({
    topic: "A database",
    place: "Table 1",
    problem: "It does not answer.",
  });
  const request = firstOf((await mira.help.queue()).requests);
  await mira.help.take({ requestId: request._id });
  await invite("judge", ["kay@example.in"]);
  const hasOf = async () =>
    Object.fromEntries(
      (await roles()).people.map(({ name, has }) => [name, has]),
    );
  const nothing = { scored: 0, toScore: 0, helping: 0, invitations: 0 };
  expect(await hasOf()).toEqual({
    Rita: { ...nothing, invitations: 1 },
    Jaya: { ...nothing, toScore: 1 },
    Mira: { ...nothing, helping: 1 },
  });
  const { criteria } = await rita.judging.rubric();
  await jaya.judging.score({
    projectId,
    marks: Object.fromEntries(criteria.map(({ id }) => [id, 3])),
    note: "",
  });
  expect((await hasOf())["Jaya"]).toEqual({ ...nothing, scored: 1 });
});
