import { expect, test } from "vitest";
import {
  addressOf,
  isLoopbackOnly,
  parseSettings,
} from "../../src/cli/settings";
import { noticeOfOtherDeployment } from "../../src/cli/page";
import { StartError } from "../../src/cli/start-error";
import { TrustedProxies } from "../../src/http/trusted-proxies";
import { functionEnvironment } from "../../src/deployment/function-environment";

test("by default the server listens on the loopback interface only", () => {
  expect(parseSettings({})).toEqual({
    host: "127.0.0.1",
    port: 3000,
    dataDir: ".data",
    publicUrl: null,
    trustedProxies: new TrustedProxies(""),
    hasDataBrowser: true,
  });
});

test("an empty variable counts as not set", () => {
  expect(parseSettings({ PORT: "", PUBLIC_URL: "" })).toEqual(
    parseSettings({}),
  );
});

test("settings are read from variables", () => {
  const settings = parseSettings({
    HOST: "0.0.0.0",
    PORT: "8080",
    DATA_DIR: "/var/data",
    PUBLIC_URL: "https://arena.example",
    TRUST_PROXY: "loopback, 10.0.0.0/8",
    DATA_BROWSER: "off",
  });
  expect(settings.trustedProxies.trusts("10.1.2.3")).toBe(true);
  expect(settings).toEqual({
    host: "0.0.0.0",
    port: 8080,
    dataDir: "/var/data",
    publicUrl: new URL("https://arena.example"),
    trustedProxies: settings.trustedProxies,
    hasDataBrowser: false,
  });
});

test.each([
  [{ PORT: "eighty" }, "PORT must be a number"],
  [{ PORT: " " }, "PORT must be a number"],
  [{ PORT: "70000" }, "PORT must be at most 65535"],
  [{ PORT: "80.5" }, "PORT must be a whole number"],
  [{ HOST: " " }, "HOST must name an address"],
  [{ PUBLIC_URL: "arena" }, "PUBLIC_URL must be an http or https address"],
  [
    { PUBLIC_URL: "ftp://arena.example" },
    "PUBLIC_URL must be an http or https address",
  ],
  [
    { PUBLIC_URL: "https://a.example/path" },
    "PUBLIC_URL must be an address without a path",
  ],
  [{ DATA_BROWSER: "no" }, "DATA_BROWSER must be on or off"],
  ...["proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "*"].map(
    (list): [{ TRUST_PROXY: string }, string] => [
      { TRUST_PROXY: list },
      "TRUST_PROXY must be loopback, or addresses and networks separated by commas",
    ],
  ),
])("%j is refused in one line", (variables, message) => {
  expect(() => parseSettings(variables)).toThrow(new StartError(message));
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:80/"],
  ["localhost", "http://localhost:3000/"],
  ["0.0.0.0", "http://127.0.0.1:3000/"],
  ["::1", "http://[::1]:3000/"],
])("a server at %s has an address that a browser can ask for", (host, url) => {
  const port = url.endsWith(":80/") ? 80 : 3000;
  expect(addressOf(host, port).href).toBe(new URL(url).href);
});

test.each([
  [{}, true],
  [{ HOST: "localhost" }, true],
  [{ HOST: "::1", PUBLIC_URL: "http://arena.localhost:3000" }, true],
  [{ HOST: "127.0.0.2", PUBLIC_URL: "http://[::1]:3000" }, true],
  [{ HOST: "0.0.0.0" }, false],
  [{ HOST: "::" }, false],
  [{ HOST: "192.168.1.7" }, false],
  [{ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" }, false],
  [{ PUBLIC_URL: "https://arena.example" }, false],
  [{ PUBLIC_URL: "http://127.0.0.1.arena.example" }, false],
  [{ TRUST_PROXY: "loopback" }, false],
])(
  "with %j only this machine reaches the server: %s",
  (variables, expected) => {
    const settings = parseSettings(variables);
    const { publicUrl, host, port } = settings;
    const url = publicUrl ?? addressOf(host, port);
    expect(isLoopbackOnly(settings, url)).toBe(expected);
  },
);

test.each([
  [undefined, false],
  ["", false],
  ["https://arena.example", false],
  ["https://arena.example/", false],
  ["https://happy-animal-123.convex.cloud", true],
  ["http://127.0.0.1:3210", true],
])("for a page that talks to %s there is a notice: %s", (url, expected) => {
  const variables = { VITE_CONVEX_URL: url };
  const notice = noticeOfOtherDeployment(
    variables,
    new URL("https://arena.example"),
  );
  expect(notice?.includes(`talks to ${url} `) ?? false).toBe(expected);
});

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
