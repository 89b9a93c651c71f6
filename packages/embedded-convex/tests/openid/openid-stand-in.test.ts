import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { RequestError } from "../../src/base/errors";
import { OpenIdStandIn } from "../../src/openid/openid-stand-in";
import { listen } from "../base/listen";
import { startServer } from "../engine/test-server";

const ASHA = { name: "Asha Rao", email: "asha@example.in" };
const DISCOVERY = "/_stand-in/google/.well-known/openid-configuration";

/** A stand-in behind a server of its own, and what functions know of it. */
async function start() {
  const server = createServer();
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const standIn = new OpenIdStandIn({
    provider: "google",
    publicUrl: new URL(origin),
  });
  server.on("request", (request, response) => {
    standIn.handle(request, response).catch((error: unknown) => {
      const status = error instanceof RequestError ? error.status : 500;
      response.writeHead(status).end(String(error));
    });
  });
  const variables = standIn.addTo({});
  const {
    AUTH_GOOGLE_ID: id = "",
    AUTH_GOOGLE_SECRET: secret = "",
    AUTH_GOOGLE_ISSUER: issuer = "",
  } = variables;
  const callback = `${origin}/api/auth/callback/google`;
  const verifier = randomBytes(32).toString("base64url");
  const address = (changes: Record<string, string> = {}) =>
    `${issuer}/authorize?${new URLSearchParams({
      client_id: id,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid profile email",
      state: "s1",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...changes,
    }).toString()}`;
  const choose = (fields: Record<string, string>, headers = {}) =>
    fetch(address(), {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
      redirect: "manual",
    });
  const redeem = async (code: string, changes: Record<string, string> = {}) => {
    const { password = secret, ...body } = changes;
    return fetch(`${issuer}/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${password}`).toString("base64")}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        redirect_uri: callback,
        code_verifier: verifier,
        code,
        ...body,
      }),
    });
  };
  return { standIn, issuer, id, callback, address, choose, redeem };
}

const locationOf = (response: Response) =>
  new URL(response.headers.get("location") ?? "");

test("whoever its page is told signs in, by the protocol of OpenID", async () => {
  const { issuer, id, callback, address, choose, redeem } = await start();
  const page = await fetch(address());
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<h1>This is not Google.</h1>");
  const chosen = await choose(ASHA);
  expect(chosen.status).toBe(302);
  const back = locationOf(chosen);
  expect(back.origin + back.pathname).toBe(callback);
  expect(back.searchParams.get("state")).toBe("s1");
  const code = back.searchParams.get("code") ?? "";
  const answer = await redeem(code);
  expect(answer.status).toBe(200);
  const { id_token: token } = (await answer.json()) as { id_token: string };
  const keys = await (await fetch(`${issuer}/jwks`)).json();
  const { payload } = await jwtVerify(
    token,
    createLocalJWKSet(keys as JSONWebKeySet),
    { issuer, audience: id },
  );
  expect(payload).toMatchObject({
    ...ASHA,
    sub: ASHA.email,
    email_verified: true,
  });
  expect((await redeem(code)).status).toBe(400);
});

test("a code is worth nothing without the secret and the verifier", async () => {
  const { choose, redeem } = await start();
  const guesses: Record<string, string>[] = [
    { password: "guess" },
    { code_verifier: "guess".repeat(10) },
    { code: "guess" },
  ];
  for (const changes of guesses) {
    const code = locationOf(await choose(ASHA)).searchParams.get("code") ?? "";
    expect((await redeem(code, changes)).status).toBe(400);
  }
});

test("no other grant, address or endpoint of the library is answered", async () => {
  const { issuer, address, choose, redeem } = await start();
  for (const grant of ["password", "client_credentials", "refresh_token"]) {
    const changes = { grant_type: grant, username: "asha" };
    expect((await redeem("", changes)).status).toBe(400);
  }
  for (const [name, value] of [
    ["redirect_uri", "https://elsewhere.example/"],
    ["client_id", "another"],
    ["response_type", "token"],
  ] as const) {
    expect((await fetch(address({ [name]: value }))).status).toBe(400);
  }
  for (const path of ["/userinfo", "/endsession", "/introspect", "/"]) {
    expect((await fetch(issuer + path)).status).toBe(404);
  }
  const foreign = { origin: "https://elsewhere.example" };
  expect((await choose(ASHA, foreign)).status).toBe(403);
});

test("what cannot be a person is refused beside its field, and text stays text", async () => {
  const { choose } = await start();
  const name = '<img src=x onerror="alert(1)">';
  const page = await (await choose({ name, email: "asha" })).text();
  expect(page).toContain("Enter an email address.");
  expect(page).not.toContain("Enter a name");
  expect(page).not.toContain("<img");
  expect(await (await choose({ name: " ", email: "" })).text()).toContain(
    "Enter a name",
  );
});

test("a browser remembers whom it used, the last used first", async () => {
  const { address, choose } = await start();
  const cookieOf = (response: Response) =>
    response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const first = cookieOf(await choose(ASHA));
  const bina = { name: "Bina Shah", email: "bina@example.in" };
  const cookie = cookieOf(await choose(bina, { cookie: first }));
  const page = await (await fetch(address(), { headers: { cookie } })).text();
  expect(page.indexOf("Bina Shah")).toBeLessThan(page.indexOf("Asha Rao"));
  const again = await choose({ known: "1" }, { cookie });
  expect(locationOf(again).searchParams.has("code")).toBe(true);
  const broken = { cookie: "stand-in-google=e30" };
  expect((await fetch(address(), { headers: broken })).status).toBe(200);
});

test("who cancels returns with OpenID's error", async () => {
  const { choose } = await start();
  const { searchParams } = locationOf(await choose({ cancel: "yes" }));
  expect(Object.fromEntries(searchParams)).toEqual({
    error: "access_denied",
    state: "s1",
  });
});

test.each([
  ["AUTH_GOOGLE_ID", "client"],
  ["AUTH_GOOGLE_SECRET", "secret"],
  ["AUTH_GOOGLE_ISSUER", "https://accounts.example"],
  ["SITE_URL", "https://arena.example"],
])("functions that have %s do not learn of it", async (name, value) => {
  const { standIn } = await start();
  const environment = { [name]: value };
  expect(standIn.addTo(environment)).toEqual(environment);
});

const statusOf = async (
  options: Parameters<typeof startServer>[0],
  headers: Record<string, string> = {},
) => {
  const { url } = await startServer({ openIdStandIn: "google", ...options });
  return (await fetch(url + DISCOVERY, { headers })).status;
};

test("a server that only this machine reaches has it, if it has no client", async () => {
  const envFile = { AUTH_GOOGLE_ID: "client" };
  expect(await statusOf({ isLoopbackOnly: true })).toBe(200);
  expect(await statusOf({})).toBe(404);
  expect(await statusOf({ isLoopbackOnly: true, envFile })).toBe(404);
});

test("whom a tunnel brings to such a server does not find it", async () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9" };
  expect(await statusOf({ isLoopbackOnly: true }, forwarded)).toBe(404);
});
