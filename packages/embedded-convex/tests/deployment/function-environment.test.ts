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

test("functions see the variables in .env.local", () => {
  const seen = environment({
    EVENT_NAME: "Arena",
    PORT: "80",
    HOST: "h",
    DATA_DIR: "d",
    PUBLIC_URL: "u",
    TRUST_PROXY: "t",
    DATA_BROWSER: "b",
    VITE_KEY: "page",
  });
  expect(seen).toMatchObject({ EVENT_NAME: "Arena" });
  const settings = [
    "PORT",
    "HOST",
    "DATA_DIR",
    "PUBLIC_URL",
    "TRUST_PROXY",
    "DATA_BROWSER",
  ];
  for (const name of [...settings, "VITE_KEY"]) {
    expect(seen).not.toHaveProperty(name);
  }
});

test("of the process, functions see only app variables and overrides", () => {
  const seen = environment(
    { EVENT_NAME: "Arena" },
    {
      EVENT_NAME: "Override",
      AUTH_GOOGLE_ID: "id",
      RESEND_API_KEY: "mail",
      ALTCHA_HMAC_KEY: "work",
      PATH: "/bin",
      HOME: "/root",
    },
  );
  expect(seen).toMatchObject({
    EVENT_NAME: "Override",
    AUTH_GOOGLE_ID: "id",
    RESEND_API_KEY: "mail",
    ALTCHA_HMAC_KEY: "work",
  });
  expect(seen).not.toHaveProperty("PATH");
  expect(seen).not.toHaveProperty("HOME");
});

test("the deployment's addresses cannot be overridden", () => {
  expect(environment({ SITE_URL: "https://elsewhere.example" })).toMatchObject({
    SITE_URL: "https://arena.example",
  });
});
