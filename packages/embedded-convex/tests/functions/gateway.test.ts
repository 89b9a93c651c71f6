import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey as JoseKey,
  type JWTHeaderParameters,
  type JWTPayload,
} from "jose";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { AuthProvider } from "../../src/functions/app/auth-config";
import { KeySets } from "../../src/functions/calls/key-sets";
import { TokenVerifier } from "../../src/functions/calls/token-verifier";
import { bundleFixture, fixture } from "../base/fixtures";
import { openWorkbench, SITE_URL, Workbench } from "./workbench";

const PARTNER = "https://partner.example";

let bench: Workbench;
let ownKey: JoseKey;
let partnerKey: JoseKey;

async function newKeys(alg: string, kid: string) {
  const pair = await generateKeyPair(alg);
  const jwk = await exportJWK(pair.publicKey);
  const keys = [{ ...jwk, kid, use: "sig", alg }];
  return { privateKey: pair.privateKey, json: JSON.stringify({ keys }) };
}

beforeAll(async () => {
  const own = await newKeys("RS256", "own");
  const partner = await newKeys("ES256", "p1");
  ownKey = own.privateKey;
  partnerKey = partner.privateKey;
  bench = await openWorkbench("gateway", {
    environment: {
      PAY_KEY: "pay",
      APP_SECRET: "secret",
      OWN_KEYS: own.json,
      PARTNER_KEYS: partner.json,
    },
  });
});

afterEach(() => vi.restoreAllMocks());

async function get(path: string): Promise<unknown> {
  const request = new Request(`${SITE_URL}${path}`);
  const response = await bench.functions.runHttpAction(request);
  if (response === null) return null;
  const text = await response.text();
  return text.startsWith("{") ? (JSON.parse(text) as unknown) : text;
}

test("a component mounted under a prefix answers below it, and sees the variables that it declares", async () => {
  expect(await get("/shop/window")).toEqual({
    path: "/shop/window",
    environment: {
      SHOP_NAME: "Corner",
      PAYMENT_KEY: "pay",
      COUPON: null,
      APP_SECRET: null,
      CONVEX_SITE_URL: `${SITE_URL}/shop`,
    },
  });
});

test("a component mounted under a prefix gives way to one with a longer prefix", async () => {
  expect(await get("/shop/annex/window")).toMatchObject({
    environment: { SHOP_NAME: "Annex", PAYMENT_KEY: "none", COUPON: "ten" },
  });
});

test("a component mounted under a prefix gives way to the app's own routes", async () => {
  expect(await get("/shop/closed")).toBe("the app's");
  expect(await get("/shop/annex/closed")).toBe("the shop's");
});

test.each([
  ["/open/elsewhere", "below /open/"],
  ["/open/kiosk/closed", "the shop's"],
  ["/open/kiosk/yard/closed", "below /open/kiosk/yard/"],
  ["/open/kiosk/nowhere", null],
])(
  "a component mounted under a prefix gives way to the app's longer prefixes only: %s",
  async (path, answer) => {
    expect(await get(path)).toBe(answer);
  },
);

test.each(["/shop", "/shopping/window", "/window", "/shop/"])(
  "a component mounted under a prefix does not answer %s",
  async (path) => {
    expect(await get(path)).toBe(null);
  },
);

test("a component mounted under a prefix cannot be loaded without a variable that it needs", async () => {
  const bare = await Workbench.open({});
  await expect(
    bare.current.load(await bundleFixture(fixture("gateway"))),
  ).rejects.toThrow(
    'Component "shop" needs the environment variable PAYMENT_KEY',
  );
});

const nowSeconds = (): number => Math.floor(bench.time.now() / 1000);

function claims(overrides: JWTPayload = {}): JWTPayload {
  const iat = nowSeconds();
  return { iss: PARTNER, sub: "ann", iat, exp: iat + 60, ...overrides };
}

function sign(
  payload: JWTPayload,
  header: JWTHeaderParameters = { alg: "ES256", kid: "p1" },
  key = partnerKey,
): Promise<string> {
  return new SignJWT(payload).setProtectedHeader(header).sign(key);
}

test("keys that the app's own routes serve are found in process", async () => {
  const outside = vi.spyOn(globalThis, "fetch");
  const header = { alg: "RS256", kid: "own" };
  const payload = claims({ iss: SITE_URL, aud: "convex" });
  const token = await sign(payload, header, ownKey);
  expect(await bench.functions.verifyToken(token)).toMatchObject({
    tokenIdentifier: `${SITE_URL}|ann`,
  });
  await bench.functions.verifyToken(await sign(claims()));
  expect(outside).not.toHaveBeenCalled();
});

test("a provider with tokens of its own kind is believed whatever the audience", async () => {
  const token = await sign(claims({ aud: ["a", "b"], role: "guest" }));
  expect(await bench.functions.verifyToken(token)).toMatchObject({
    tokenIdentifier: `${PARTNER}|ann`,
    claims: { role: "guest" },
  });
});

test("a provider with tokens of its own kind keeps the names of its claims, and inner ones get longer names", async () => {
  const own = { given_name: "Ann", org: { id: 7, tags: ["x"] }, fva: [1] };
  const { claims: told } = await bench.functions.verifyToken(
    await sign(claims(own)),
  );
  expect(told).toEqual({ given_name: "Ann", "org.id": 7, "org.tags": ["x"] });
});

test("a provider with tokens of its own kind may have a clock that is five seconds off, or tell no time", async () => {
  for (const overrides of [
    { exp: nowSeconds() - 3 },
    { iat: nowSeconds() + 4 },
    { iat: undefined },
  ]) {
    const token = await sign(claims(overrides));
    expect(await bench.functions.verifyToken(token)).toMatchObject({
      subject: "ann",
    });
  }
});

const named = { alg: "ES256", kid: "p1" };
const isNoKey =
  "Could not decode token. The JWT's 'kid' (key ID) header is 'p3', does this key match any key in the provider's JWKS?";

test.each<[string, JWTPayload, JWTHeaderParameters, string]>([
  ["is from the future", { iat: 4e9 }, named, "Token will be valid in "],
  ["counts from later on", { nbf: 4e9 }, named, "Token will be valid in "],
  ["expired long ago", { exp: 1 }, named, "Token expired "],
  ["never expires", { exp: undefined }, named, "Could not verify token"],
  ["does not name its key", {}, { alg: "ES256" }, "JWT may be missing a"],
  ["names an unknown key", {}, { alg: "ES256", kid: "p3" }, isNoKey],
  ["is nobody's", { sub: undefined }, named, "Could not verify token claim"],
])(
  "a provider with tokens of its own kind is refused a token that %s",
  async (_, overrides, header, words) => {
    const token = await sign(claims(overrides), header);
    await expect(bench.functions.verifyToken(token)).rejects.toMatchObject({
      status: 401,
      code: "InvalidAuthHeader",
      message: expect.stringContaining(words) as string,
    });
  },
);

test("a provider with tokens of its own kind is not the provider of another issuer's tokens", async () => {
  const token = await sign(claims({ iss: `${PARTNER}.evil` }));
  await expect(bench.functions.verifyToken(token)).rejects.toMatchObject({
    status: 401,
    code: "NoAuthProvider",
  });
});

test("a provider with tokens of its own kind is refused a token signed with the deployment's key", async () => {
  const token = await sign(claims(), { alg: "RS256", kid: "own" }, ownKey);
  await expect(bench.functions.verifyToken(token)).rejects.toMatchObject({
    status: 401,
  });
});

const newKeySets = () =>
  new KeySets({
    siteUrl: SITE_URL,
    ownKeys: undefined,
    askOwnSite: () => Promise.resolve(null),
  });

const partner = (jwks: string): AuthProvider => ({
  type: "customJwt",
  issuer: PARTNER,
  jwks,
  algorithm: "ES256",
  applicationId: null,
});

test("keys that cannot be had refuse a token in the provider's words", async () => {
  const keySets = newKeySets();
  for (const [jwks, words] of [
    [
      "data:text/plain,{",
      "Invalid JWKS response body from 'data:text/plain,{'",
    ],
    [
      `${SITE_URL}/no.json`,
      `Could not fetch JWKS from URL '${SITE_URL}/no.json'`,
    ],
  ] as const) {
    await expect(keySets.keysOf(partner(jwks)).reload()).rejects.toMatchObject({
      status: 401,
      code: "InvalidAuthHeader",
      message: expect.stringContaining(words) as string,
    });
  }
  const stranger: AuthProvider = {
    type: "oidc",
    domain: `${SITE_URL}/none`,
    applicationId: "app",
  };
  await expect(keySets.keysOf(stranger).reload()).rejects.toMatchObject({
    code: "AuthProviderDiscoveryFailed",
    message: expect.stringContaining(
      `Auth provider discovery of ${SITE_URL}/none failed`,
    ) as string,
  });
});

test("however many tokens come at once, their keys are fetched once", async () => {
  const answers = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ keys: [] }));
  const keySets = newKeySets();
  const keys = () => keySets.keysOf(partner(`${SITE_URL}9/keys.json`));
  const ask = () => keys()({ alg: "ES256", kid: "p1" }).catch(() => null);
  await Promise.all(Array.from({ length: 10 }, ask));
  await ask();
  expect(answers).toHaveBeenCalledOnce();
});

test("a key that another replaces under its name is fetched, twice a minute at most", async () => {
  const before = await newKeys("ES256", "p1");
  const after = await newKeys("ES256", "p1");
  let served = before.json;
  const answers = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => new Response(served));
  const now = vi.spyOn(Date, "now");
  const { time } = bench;
  const verifier = new TokenVerifier(
    [partner(`${SITE_URL}9/keys.json`)],
    newKeySets(),
    { clock: time, isProduction: true },
  );
  const header = { alg: "ES256", kid: "p1" };
  const verify = async (key: JoseKey) =>
    verifier.verify(await sign(claims(), header, key));
  await verify(before.privateKey);
  served = after.json;
  await expect(verify(after.privateKey)).rejects.toMatchObject({ status: 401 });
  now.mockReturnValue(Date.now() + 30_000);
  await verify(after.privateKey);
  await expect(verify(before.privateKey)).rejects.toMatchObject({
    status: 401,
  });
  expect(answers).toHaveBeenCalledTimes(2);
});
