import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey as JoseKey,
  type JWTPayload,
} from "jose";
import { beforeAll, expect, test } from "vitest";
import { MAX_TOKEN_LENGTH } from "../../src/base/client-limits";
import { openWorkbench, SITE_URL, type Workbench } from "./workbench";

let bench: Workbench;
let privateKey: JoseKey;
let strangersKey: JoseKey;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  privateKey = pair.privateKey;
  strangersKey = (await generateKeyPair("RS256")).privateKey;
  const key = { use: "sig", ...(await exportJWK(pair.publicKey)) };
  const environment = { JWKS: JSON.stringify({ keys: [key] }) };
  bench = await openWorkbench("workshop", { environment });
});

const nowSeconds = (): number => Math.floor(bench.time.now() / 1000);

function claims(overrides: JWTPayload = {}): JWTPayload {
  return {
    iss: SITE_URL,
    aud: "convex",
    sub: "ann|session",
    iat: nowSeconds(),
    exp: nowSeconds() + 3600,
    ...overrides,
  };
}

function sign(payload: JWTPayload, key = privateKey): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: "RS256" }).sign(key);
}

test("a token of the deployment itself is verified in process", async () => {
  const token = await sign(
    claims({
      given_name: "Ann",
      email_verified: true,
      updated_at: 1_600_000_000,
      address: { formatted: "Here" },
      custom: { a: 1 },
    }),
  );
  expect(await bench.functions.verifyToken(token)).toEqual({
    tokenIdentifier: `${SITE_URL}|ann|session`,
    issuer: SITE_URL,
    subject: "ann|session",
    expiresAtMs: (nowSeconds() + 3600) * 1000,
    claims: {
      givenName: "Ann",
      emailVerified: true,
      updatedAt: "2020-09-13T12:26:40+00:00",
      address: "Here",
      custom: { a: 1 },
    },
  });
});

test("an HTTP action knows whose token it was sent", async () => {
  const headers = { authorization: `Bearer ${await sign(claims())}` };
  const response = await bench.request("/who", { headers });
  expect(await response?.json()).toEqual({ subject: "ann|session" });
});

const unauthenticated = { code: "Unauthenticated" };
const noOpenId = {
  code: "InvalidAuthHeader",
  message:
    "Could not parse as OIDC ID token. Token might not be an OIDC-compliant JWT.",
};
const noProvider = {
  code: "NoAuthProvider",
  message: expect.stringContaining(
    `configured providers: [OIDC(domain=${SITE_URL}, app_id=convex)]`,
  ) as string,
};

test.each<[string, JWTPayload, object]>([
  ["that has expired", { exp: 1 }, unauthenticated],
  ["for several audiences", { aud: ["convex", "other"] }, unauthenticated],
  ["without a subject", { sub: undefined }, noOpenId],
  ["without an end", { exp: undefined }, noOpenId],
  ["without a beginning", { iat: undefined }, noOpenId],
  ["for somebody else", { aud: "other" }, noProvider],
  ["of another issuer", { iss: "https://elsewhere.example" }, noProvider],
])("a token %s is refused", async (_, overrides, why) => {
  const token = await sign(claims(overrides));
  await expect(bench.functions.verifyToken(token)).rejects.toMatchObject({
    status: 401,
    ...why,
  });
});

test("a token that no header could hold is refused before it is read", async () => {
  const long = await sign(claims({ more: "x".repeat(MAX_TOKEN_LENGTH) }));
  await expect(bench.functions.verifyToken(long)).rejects.toMatchObject({
    status: 401,
    code: "InvalidAuthHeader",
  });
});

test("a token that is forged or was changed is refused", async () => {
  const token = await sign(claims());
  const [header, payload, signature] = token.split(".");
  const [, others] = (await sign(claims({ sub: "bob|session" }))).split(".");
  const critical = new SignJWT(claims())
    .setProtectedHeader({ alg: "RS256", crit: ["urgent"], urgent: true })
    .sign(privateKey, { crit: { urgent: true } });
  const refused = [
    await sign(claims(), strangersKey),
    `${header}.${others}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}.!${signature}`,
    `${header}.${payload}.${signature?.slice(0, -8)}`,
    `${header}.${payload}.${signature}.${signature}`,
    await critical,
  ];
  for (const bad of refused) {
    await expect(bench.functions.verifyToken(bad)).rejects.toMatchObject({
      status: 401,
    });
  }
  await bench.functions.verifyToken(token);
});

test("a token with an algorithm that Convex does not accept is refused", async () => {
  const { publicKey, privateKey: other } = await generateKeyPair("PS256");
  const key = { use: "sig", ...(await exportJWK(publicKey)) };
  const environment = { JWKS: JSON.stringify({ keys: [key] }) };
  const another = await openWorkbench("workshop", { environment });
  const token = new SignJWT(claims()).setProtectedHeader({ alg: "PS256" });
  const attempt = another.functions.verifyToken(await token.sign(other));
  await expect(attempt).rejects.toMatchObject({ status: 401 });
});

test("an unsigned token and text that is no token are refused", async () => {
  const encode = (json: unknown): string =>
    Buffer.from(JSON.stringify(json)).toString("base64url");
  const unsigned = `${encode({ alg: "none" })}.${encode(claims())}.`;
  for (const token of [unsigned, "nonsense", "", "a.b.c"]) {
    await expect(bench.functions.verifyToken(token)).rejects.toMatchObject({
      status: 401,
      code: token === unsigned ? "Unauthenticated" : "InvalidAuthHeader",
    });
  }
});
