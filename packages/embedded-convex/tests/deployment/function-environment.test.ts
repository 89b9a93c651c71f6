import { expect, test } from "vitest";
import { functionEnvironment } from "../../src/deployment/function-environment";

const keys = { jwtPrivateKey: "private", jwks: "public", adminKey: "a|00" };
const publicUrl = new URL("https://arena.example");
const environment = (
  envFile: Record<string, string>,
  processEnv: Record<string, string> = {},
) => functionEnvironment({ envFile, processEnv, keys, publicUrl });

test("functions see the deployment's keys and addresses", () => {
  expect(environment({})).toEqual({
    JWT_PRIVATE_KEY: "private",
    JWKS: "public",
    AUTH_LOG_LEVEL: "ERROR",
    SITE_URL: "https://arena.example",
    CONVEX_SITE_URL: "https://arena.example",
    CONVEX_CLOUD_URL: "https://arena.example",
  });
});

test("Convex Auth logs every step only if configured", () => {
  const seen = environment({}, { AUTH_LOG_LEVEL: "DEBUG" });
  expect(seen).toMatchObject({ AUTH_LOG_LEVEL: "DEBUG" });
});

test("functions see the variables in .env.local but for the server's and the page's", () => {
  const settings = ["HOST", "PORT", "DATA_DIR", "PUBLIC_URL"];
  const hidden = [
    ...settings,
    "TRUST_PROXY",
    "DATA_BROWSER",
    "VITE_KEY",
    "CONVEX_SELF_HOSTED_ADMIN_KEY",
  ];
  const envFile = Object.fromEntries(hidden.map((name) => [name, "x"]));
  expect(environment({ ...envFile, EVENT_NAME: "Arena" })).toEqual({
    ...environment({}),
    EVENT_NAME: "Arena",
  });
});

test("of the process, functions see only app variables and overrides", () => {
  const visible = {
    EVENT_NAME: "Override",
    AUTH_GOOGLE_ID: "id",
    RESEND_API_KEY: "mail",
    ALTCHA_HMAC_KEY: "work",
  };
  const ofProcess = { ...visible, PATH: "/bin", HOME: "/root" };
  expect(environment({ EVENT_NAME: "Arena" }, ofProcess)).toEqual({
    ...environment({}),
    ...visible,
  });
});

test("the deployment's addresses cannot be overridden", () => {
  expect(environment({ SITE_URL: "https://elsewhere.example" })).toMatchObject({
    SITE_URL: "https://arena.example",
  });
});
