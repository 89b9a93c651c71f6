/** Invitations by mail to a role: who may send them, what the link does, and for whom. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "#convex/_generated/api";
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
  codeOf,
  expectOneOf,
  formTeam,
  passTime,
  password,
  people,
  refusalOf,
  rowsIn,
  SITE,
  withToken,
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
  const left = await rita.mutation(api.organiser.invite, { emails, role });
  await mail();
  return left;
}

/** Invites Asha as a judge. @returns the token of the mail's link */
async function invited(): Promise<string> {
  await invite();
  return latestToken(outbox);
}

const roles = () => rita.query(api.organiser.roles, {});
async function onlyInvitation() {
  const { invitations } = await roles();
  const [invitation] = invitations;
  if (invitation === undefined || invitations.length > 1)
    throw new Error(`${invitations.length} invitations`);
  return invitation;
}
const show = (token: string, by: Pick<Person, "query"> = backend) =>
  by.query(api.account.invitation, { token });
const accept = (token: string, by: Pick<Person, "mutation"> = backend) =>
  by.mutation(api.account.acceptInvitation, { token });
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
const dismiss = (userId: Person["uid"]) =>
  rita.mutation(api.organiser.dismiss, { userId });

describe("inviting", () => {
  test("mails each address a link of its own, and lists it", async () => {
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

  test("keeps the token nowhere, and no address in the log", async () => {
    await invite();
    const stored = JSON.stringify(await everything());
    expect(stored).not.toContain(latestToken(outbox));
    expect(JSON.stringify(await rowsIn("auditLog"))).not.toContain("@");
  });

  test("leaves out who has the role, and who is in a team, and says why", async () => {
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
  ])("refuses %j as %s", async (emails, code) => {
    expect(await codeOf(invite("judge", emails))).toBe(code);
    expect(outbox.requests).toEqual([]);
  });

  test("is for sixty mails an hour", async () => {
    for (let batch = 0; batch < 3; batch++)
      await invite(
        "judge",
        Array.from({ length: 20 }, (_, k) => `p${batch}-${k}@example.in`),
      );
    expect(await codeOf(invite())).toBe("rate_limited");
    expect(outbox.requests).toHaveLength(60);
  });

  test("sends a new link later when the provider is busy, and until then the list says so", async () => {
    let answers = 0;
    outbox.answer = () =>
      new Response("busy", { status: answers++ === 0 ? 429 : 200 });
    await rita.mutation(api.organiser.invite, {
      emails: [email],
      role: "judge",
    });
    expect(await onlyInvitation()).toMatchObject({ mailedAt: null });
    await mail(30_000);
    expect(outbox.requests).toHaveLength(2);
    expect(await onlyInvitation()).toMatchObject({
      mailedAt: expect.any(Number) as number,
    });
    expect(await show(latestToken(outbox))).toMatchObject({ email });
  });

  test("again, as another role too, replaces the link", async () => {
    await invite("judge");
    const first = latestToken(outbox);
    await invite("organiser");
    expect(await codeOf(show(first))).toBe("invitation_invalid");
    const second = latestToken(outbox);
    const { _id: invitationId } = await onlyInvitation();
    await rita.mutation(api.organiser.inviteAgain, { invitationId });
    await mail();
    expect(await codeOf(show(second))).toBe("invitation_invalid");
    expect(await show(latestToken(outbox))).toEqual({
      email,
      role: "organiser",
      account: "none",
      viewer: null,
    });
  });

  test("by two organisers within a minute goes out once", async () => {
    await invite();
    const omar = await asUser("Omar", { role: "organiser" });
    const args = { emails: [email], role: "judge" as const };
    expect(await omar.mutation(api.organiser.invite, args)).toEqual([
      { email, why: "An invitation was sent a moment ago" },
    ]);
    expect(await onlyInvitation()).toMatchObject({ isVouchedFor: true });
    expect(outbox.requests).toHaveLength(1);
  });

  test("is neither sent again nor withdrawn by whoever has not seen that it was sent again", async () => {
    await invite();
    const { _id: invitationId, expiresAt: seen } = await onlyInvitation();
    vi.setSystemTime(Date.now() + DAY);
    const args = { invitationId, seen };
    await rita.mutation(api.organiser.inviteAgain, args);
    for (const late of [
      rita.mutation(api.organiser.inviteAgain, args),
      rita.mutation(api.organiser.withdrawInvitation, args),
    ])
      expect(await codeOf(late)).toBe("changed_since");
    const { expiresAt } = await onlyInvitation();
    expect(expiresAt).toBeGreaterThanOrEqual(seen + DAY);
  });

  test("can be withdrawn, and its link works no more", async () => {
    await invite();
    const { _id: invitationId } = await onlyInvitation();
    const withdraw = () =>
      rita.mutation(api.organiser.withdrawInvitation, { invitationId });
    await withdraw();
    expect(await codeOf(show(latestToken(outbox)))).toBe("invitation_invalid");
    expect((await roles()).invitations).toEqual([]);
    expect(await codeOf(withdraw())).toBe("not_found");
    expect((await actions()).at(-1)).toBe("Rita: invitation withdrawn: judge");
  });
});

describe("somebody without an account", () => {
  test("makes one on the page, with the role and a proven address", async () => {
    const token = await invited();
    expect(await show(token)).toMatchObject({ account: "none" });
    expect(await codeOf(accept(token))).toBe("invitation_needs_password");
    const { token: session } = await acceptWithPassword(token);
    expect(await withToken(session).query(api.users.me, {})).toMatchObject({
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
  ])("is refused %j as %s, and the link still works", async (params, code) => {
    const token = await invited();
    expect(await codeOf(acceptWithPassword(token, params))).toBe(code);
    await acceptWithPassword(token);
  });
});

describe("somebody with a proven address", () => {
  const prove = () => asUser("Asha", { emailVerificationTime: 1 });

  test("accepts with a press, signed in or not, and the link works once", async () => {
    const asha = await prove();
    const token = await invited();
    const shown = { account: "proven" };
    expect(await show(token)).toMatchObject({ ...shown, viewer: null });
    expect(await show(token, asha)).toMatchObject({ ...shown, viewer: email });
    expect(await accept(token)).toEqual({ name: "Asha", email, role: "judge" });
    expect(await asha.query(api.users.me, {})).toMatchObject({ role: "judge" });
    for (const again of [accept(token), acceptWithPassword(token), show(token)])
      expect(await codeOf(again)).toBe("invitation_used");
  });

  test("keeps the password, whoever has the link", async () => {
    await prove();
    const token = await invited();
    expect(await codeOf(acceptWithPassword(token))).toBe("email_in_use");
  });

  test("is appointed, not whoever is signed in", async () => {
    const asha = await prove();
    const ravi = await asUser("Ravi");
    await invite();
    await accept(latestToken(outbox), ravi);
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      role: "participant",
    });
    expect(await asha.query(api.users.me, {})).toMatchObject({ role: "judge" });
  });

  test("who joined a team since is told so, and the link still works", async () => {
    const asha = await prove();
    await invite();
    await formTeam([asha], "Nova");
    const token = latestToken(outbox);
    expect(await refusalOf(accept(token, asha))).toMatchObject({
      code: "helper_in_team",
    });
    await asha.mutation(api.teams.leave, {});
    await accept(token, asha);
  });

  test("who became an organiser since stays one", async () => {
    await prove();
    await invite();
    await backend.mutation(internal.roles.jobs.appoint, {
      email,
      role: "organiser",
    });
    expect(await codeOf(accept(latestToken(outbox)))).toBe("already_organiser");
  });

  test("becomes an organiser without leaving the team", async () => {
    const asha = await prove();
    await formTeam([asha], "Nova");
    await invite("organiser");
    await accept(latestToken(outbox));
    expect(await asha.query(api.users.me, {})).toMatchObject({
      role: "organiser",
      teamRole: "leader",
    });
  });
});

describe("an account whose address nobody has proven", () => {
  test("gives the role to nobody who only knows its password", async () => {
    await password(SIGN_UP);
    const token = await invited();
    expect(await show(token)).toMatchObject({ account: "unproven" });
    expect(await codeOf(accept(token))).toBe("invitation_needs_password");
    const { token: session } = await acceptWithPassword(token, {
      name: "The Real Asha",
    });
    expect(await withToken(session).query(api.users.me, {})).toMatchObject({
      name: "The Real Asha",
      role: "judge",
    });
    expect(await codeOf(password(SIGN_IN))).toBe("wrong_password");
    expect(await rowsIn("authSessions")).toHaveLength(2);
  });

  test("is proven by the link if its owner is signed in", async () => {
    const { token: session } = await password(SIGN_UP);
    const asha = withToken(session);
    const appointed = await accept(await invited(), asha);
    expect(appointed).toMatchObject({ role: "judge" });
    await password(SIGN_IN);
  });
});

describe("a link", () => {
  test("works for a week", async () => {
    const token = await invited();
    vi.setSystemTime(Date.now() + 7 * DAY - 1_000);
    await show(token);
    vi.setSystemTime(Date.now() + 1_000);
    for (const late of [show(token), acceptWithPassword(token), accept(token)])
      expect(await codeOf(late)).toBe("invitation_expired");
  });

  test.each(["", "made-up", "x".repeat(5_000)])(
    "that is %j is refused",
    async (token) => {
      await invite();
      for (const call of [
        show(token),
        accept(token),
        acceptWithPassword(token),
      ])
        expect(await codeOf(call)).toBe("invitation_invalid");
    },
  );

  test("dies with the role of whoever sent it, until another organiser sends it again", async () => {
    const token = await invited();
    const omar = await asUser("Omar", { role: "organiser" });
    await omar.mutation(api.organiser.dismiss, { userId: rita.uid });
    expect(await codeOf(show(token))).toBe("invitation_invalid");
    expect(await codeOf(acceptWithPassword(token))).toBe("invitation_invalid");
    const { invitations } = await omar.query(api.organiser.roles, {});
    expect(invitations).toMatchObject([{ isVouchedFor: false }]);
    const [invitation] = invitations;
    if (invitation === undefined) throw new Error("no invitation");
    const { _id: invitationId } = invitation;
    await omar.mutation(api.organiser.inviteAgain, { invitationId });
    await mail();
    await acceptWithPassword(latestToken(outbox));
  });

  test("makes no two accounts when it is used twice at once", async () => {
    const token = await invited();
    await expectOneOf(acceptWithPassword(token), acceptWithPassword(token));
    expect(await rowsIn("users")).toHaveLength(2);
  });
});

test("organiser.dismiss takes every role away but the last organiser's", async () => {
  const omar = await asUser("Omar", { role: "organiser" });
  await dismiss(omar.uid);
  expect(await codeOf(omar.query(api.organiser.roles, {}))).toBe(
    "organisers_only",
  );
  expect(await refusalOf(dismiss(rita.uid))).toMatchObject({
    code: "last_organiser",
    message: "Rita is the only organiser. Invite another one first.",
  });
  expect(await actions()).toEqual(["Rita: organiser dismissed: Omar"]);
});

test("an account takes the invitations of its proven address along", async () => {
  const asha = await asUser("Asha", { emailVerificationTime: 1 });
  const stranger = await asUser("Ravi");
  await invite("judge", [email, "ravi@example.in"]);
  expect(await asha.query(api.account.exportData, {})).toMatchObject({
    roleInvitations: [{ role: "judge", isUsed: false }],
  });
  expect(await stranger.query(api.account.exportData, {})).toMatchObject({
    roleInvitations: [],
  });
  for (const person of [asha, stranger])
    await person.mutation(api.account.remove, {});
  expect((await onlyInvitation()).email).toBe("ravi@example.in");
});

test("a dismissal takes away the role that was seen, and no other", async () => {
  const dev = await asUser("Dev", { role: "organiser" });
  const late = rita.mutation(api.organiser.dismiss, {
    userId: dev.uid,
    seen: "judge",
  });
  expect(await refusalOf(late)).toMatchObject({
    code: "changed_since",
    message: "Dev has another role now: organiser. Please look again.",
  });
  const args = { userId: dev.uid, seen: "organiser" as const };
  await rita.mutation(api.organiser.dismiss, args);
  // A second organiser, a second later.
  await rita.mutation(api.organiser.dismiss, args);
  expect(await actions()).toEqual(["Rita: organiser dismissed: Dev"]);
});

test("organisers see what each person has to do in their role, and what ends with it", async () => {
  const jaya = await asUser("Jaya", { role: "judge" });
  const mira = await asUser("Mira", { role: "mentor" });
  const [asha] = await people("Asha");
  await formTeam([asha]);
  const projectId = await startProject(asha);
  await handIn(projectId);
  await rita.mutation(api.judging.assign, { perProject: 1 });
  await rita.mutation(api.settings.change, { helpOpen: true });
  await asha.mutation(api.help.ask, {
    topic: "A database",
    place: "Table 1",
    problem: "It does not answer.",
  });
  const [request] = (await mira.query(api.help.queue, {})).requests;
  if (request === undefined) throw new Error("no request");
  await mira.mutation(api.help.take, { requestId: request._id });
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
  const { criteria } = await rita.query(api.judging.rubric, {});
  await jaya.mutation(api.judging.score, {
    projectId,
    marks: Object.fromEntries(criteria.map(({ id }) => [id, 3])),
    note: "",
  });
  expect((await hasOf())["Jaya"]).toEqual({ ...nothing, scored: 1 });
});
