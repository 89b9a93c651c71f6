import { expect, test } from "vitest";
import { api } from "#convex/_generated/api";
import { RawSocket } from "../../packages/embedded-convex/tests/engine/raw-socket";
import {
  newClient,
  startServer,
} from "../../packages/embedded-convex/tests/engine/test-server";
import { newRuns, PASSWORD, quickFunctions } from "./stage";

test("a renewed token runs none of a person's live queries again", async () => {
  const server = await startServer({ functions: await quickFunctions() });
  const client = newClient(server.url);
  const params = { email: "asha@example.in", password: PASSWORD };
  const signedUp = await client.action(api.auth.signIn, {
    provider: "password",
    params: { flow: "signUp", name: "Asha", ...params },
  });
  const refreshToken = signedUp.tokens?.refreshToken;
  const renewed = await client.action(api.auth.signIn, { refreshToken });
  const [first, second] = [signedUp.tokens?.token, renewed.tokens?.token];
  expect(second).not.toBe(first);

  const raw = await RawSocket.connect(server.url);
  const authenticate = async (token = "", baseVersion: number) => {
    raw.authenticate(token, "User", baseVersion);
    await expect
      .poll(() => raw.ofType("Transition").at(-1)?.endVersion)
      .toMatchObject({ identity: baseVersion + 1 });
  };
  await authenticate(first, 0);
  raw.addQuery(0, "users:me", {});
  await expect
    .poll(() => raw.ofType("Transition").at(-1)?.modifications)
    .toMatchObject([{ value: { email: params.email } }]);
  await authenticate(second, 1);
  raw.addQuery(1, "teams:mine", {}, 1);
  await expect
    .poll(() => raw.ofType("Transition").at(-1)?.endVersion)
    .toMatchObject({ querySet: 2 });

  expect((await newRuns(server)).runs).toMatchObject({ "users:me": 1 });
});
