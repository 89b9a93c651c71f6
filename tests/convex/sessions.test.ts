import { decodeJwt } from "jose";
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { api } from "../../convex/_generated/api";
import {
  codeOf,
  newBackend,
  password,
  useSigningKeys,
  withToken,
  type Backend,
} from "./setup";

vi.setConfig({ testTimeout: 60_000 });

const MINUTE = 60 * 1000;

let backend: Backend;
beforeAll(useSigningKeys);
beforeEach(() => {
  backend = newBackend();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const person = (name: string) => ({
  flow: "signUp",
  name,
  email: `${name.toLowerCase()}@example.in`,
  password: "open sesame",
});

async function renew(refreshToken: string) {
  return (await backend.action(api.auth.signIn, { refreshToken })).tokens;
}

describe("a refresh token", () => {
  test("used a second time, late, ends what came of it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { refreshToken: stolen } = await password(backend, person("Asha"));
    const first = await renew(stolen);
    const second = await renew(first?.refreshToken ?? "");
    vi.setSystemTime(Date.now() + MINUTE);
    expect(await renew(stolen)).toBeNull();
    expect(await renew(first?.refreshToken ?? "")).toBeNull();
    expect(await renew(second?.refreshToken ?? "")).toBeNull();
  });

  test("is of no use with the session of somebody else", async () => {
    const asha = await password(backend, person("Asha"));
    const ravi = await password(backend, person("Ravi"));
    const [tokenOfAsha] = asha.refreshToken.split("|");
    const [, sessionOfRavi] = ravi.refreshToken.split("|");
    expect(await renew(`${tokenOfAsha}|${sessionOfRavi}`)).toBeNull();
  });

  test.each(["|", "x|y", "x"])("that is %j gives nothing", async (forged) => {
    await password(backend, person("Asha"));
    const outcome = await renew(forged).catch(() => null);
    expect(outcome).toBeNull();
  });
});

describe("signing in", () => {
  test("gives nobody another person's id, whatever else is asked for", async () => {
    const asha = withToken(
      backend,
      (await password(backend, person("Asha"))).token,
    );
    const { token } = await password(backend, {
      ...person("Ravi"),
      _id: asha.uid,
      userId: asha.uid,
      sessionId: "x",
      role: "organiser",
      teamRole: "leader",
      emailVerificationTime: 1,
    });
    const ravi = withToken(backend, token);
    expect(ravi.uid).not.toBe(asha.uid);
    expect(await ravi.query(api.users.me, {})).toMatchObject({
      role: "participant",
      teamRole: null,
    });
    const stored = await backend.run((ctx) => ctx.db.get("users", ravi.uid));
    expect(stored?.emailVerificationTime).toBeUndefined();
  });

  test("takes no id for a password", async () => {
    const { token } = await password(backend, person("Asha"));
    const { uid } = withToken(backend, token);
    const forged = { flow: "signIn", email: "asha@example.in", userId: uid };
    expect(await codeOf(password(backend, forged))).toBe("required");
  });

  test.each(["google", "anonymous", "reset", "x"])(
    "by %j fails where it is not offered",
    async (provider) => {
      const call = backend.action(api.auth.signIn, { provider });
      vi.spyOn(console, "error").mockReturnValue();
      await expect(call).rejects.toThrow("is not configured");
    },
  );

  test("with a code alone gives nothing", async () => {
    for (const code of ["12345678", ""]) {
      const { tokens } = await backend.action(api.auth.signIn, {
        params: { code },
      });
      expect(tokens).toBeNull();
    }
  });
});

test("a token of a person with the session of another opens nothing", async () => {
  const asha = await password(backend, person("Asha"));
  const ravi = await password(backend, person("Ravi"));
  const [uid] = decodeJwt(asha.token).sub?.split("|") ?? [];
  const [, session] = decodeJwt(ravi.token).sub?.split("|") ?? [];
  const forged = backend.withIdentity({ subject: `${uid}|${session}` });
  expect(await forged.query(api.users.me, {})).toBeNull();
  expect(await codeOf(forged.mutation(api.account.remove, {}))).toBe(
    "not_signed_in",
  );
});
