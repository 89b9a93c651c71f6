import { expect, test } from "vitest";
import {
  addressOf,
  isLoopbackOnly,
  parseSettings,
} from "../../src/cli/settings";
import { noticeOfOtherDeployment } from "../../src/cli/page";
import { StartError } from "../../src/cli/start-error";
import { TrustedProxies } from "../../src/http/trusted-proxies";

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
  [
    { SITE_URL: "nonsense" },
    "SITE_URL must be an http or https address, and is made from PUBLIC_URL",
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
