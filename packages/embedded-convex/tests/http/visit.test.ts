import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import {
  isPublicTls,
  publicAddressFor,
  requireOwnName,
} from "../../src/http/public-address";
import { TrustedProxies } from "../../src/http/trusted-proxies";
import { tellTruth, visitOf } from "../../src/http/visit";

const PROXY = "10.0.0.7";
const STRANGER = "203.0.113.9";
const proxies = new TrustedProxies("10.0.0.0/8, ::1");

const request = (
  headers: Record<string, string>,
  remoteAddress: string = STRANGER,
  method = "GET",
) =>
  ({
    method,
    url: "/team?x=1",
    headers,
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test.each([
  ["", "127.0.0.1", false],
  ["loopback", "127.0.0.1", true],
  ["loopback", "127.9.9.9", true],
  ["loopback", "::1", true],
  ["loopback", "10.0.0.1", false],
  ["loopback", "", false],
  ["10.0.0.1", "10.0.0.1", true],
  ["10.0.0.1", "10.0.0.2", false],
  ["192.168.0.0/16, fd00::/8", "192.168.7.7", true],
  ["192.168.0.0/16, fd00::/8", "fd12::1", true],
  ["192.168.0.0/16, fd00::/8", "192.169.0.1", false],
])("of the proxies %j, is %s one: %s", (list, address, expected) => {
  expect(new TrustedProxies(list).trusts(address)).toBe(expected);
});

const told = {
  host: "127.0.0.1:3000",
  "x-forwarded-host": "Arena.Example:443",
  "x-forwarded-proto": "https",
  "x-forwarded-for": "198.51.100.1",
};

test("a trusted proxy's word counts", () => {
  expect(visitOf(request(told, PROXY), proxies)).toEqual({
    hostname: "arena.example",
    protocol: "https",
    client: "198.51.100.1",
    isLocal: false,
  });
});

test.each([
  ["127.0.0.1", { host: "127.0.0.1:3000" }, true],
  ["::1", { host: "localhost:3000" }, true],
  ["::ffff:127.0.0.1", { host: "[::1]:3000" }, true],
  [STRANGER, { host: "127.0.0.1:3000" }, false],
  ["127.0.0.1", { host: "arena.example" }, false],
  ["127.0.0.1", { host: "127.0.0.1", "x-forwarded-for": "127.0.0.1" }, false],
  ["127.0.0.1", { host: "127.0.0.1", via: "1.1 tunnel" }, false],
  ["127.0.0.1", { host: "127.0.0.1", "cf-ray": "1" }, false],
])("a request from %s with %j comes from this machine: %s", (...row) => {
  const [address, headers, expected] = row;
  const visit = visitOf(
    request(headers as Record<string, string>, address),
    proxies,
  );
  expect(visit.isLocal).toBe(expected);
});

test.each([STRANGER, "::ffff:203.0.113.9", "11.0.0.1"])(
  "the word of %s does not",
  (address) => {
    expect(visitOf(request(told, address), proxies)).toEqual({
      hostname: "127.0.0.1",
      protocol: null,
      client: address.replace("::ffff:", ""),
      isLocal: false,
    });
  },
);

test.each([
  ["198.51.100.1", "198.51.100.1"],
  ["198.51.100.1, 10.0.0.1", "198.51.100.1"],
  // What the client itself has put in front counts for nothing.
  ["127.0.0.1, 198.51.100.1", "198.51.100.1"],
  ["127.0.0.1, 198.51.100.1, 10.0.0.2, 10.0.0.1", "198.51.100.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:198.51.100.1", "198.51.100.1"],
  ["nonsense", PROXY],
  ["198.51.100.1, nonsense", PROXY],
  ["", PROXY],
])("X-Forwarded-For: %s comes from %s", (forwardedFor, client) => {
  const headers = { host: "a.in", "x-forwarded-for": forwardedFor };
  expect(visitOf(request(headers, PROXY), proxies).client).toBe(client);
});

test("functions are told who asks, and nothing that anybody could say", () => {
  const headers = {
    ...told,
    forwarded: "for=127.0.0.1;host=evil.example",
    "x-forwarded-prefix": "/admin",
    "x-real-ip": "127.0.0.1",
    accept: "*/*",
  };
  for (const [peer, client] of [
    [STRANGER, STRANGER],
    [PROXY, "198.51.100.1"],
  ]) {
    const incoming = request({ ...headers }, peer);
    tellTruth(incoming, visitOf(incoming, proxies));
    expect(incoming.headers).toEqual({
      host: told.host,
      accept: "*/*",
      "x-forwarded-for": client,
    });
  }
});

test.each(["a b", "a.in/path", "user@a.in", "a.in:port", "[::1", "a.in, b.in"])(
  "%j cannot be a host",
  (host) => {
    expect(() => visitOf(request({ host }), proxies)).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  },
);

const arena = new URL("https://arena.example");

test.each([
  "arena.example",
  "ARENA.example:443",
  "arena.example.",
  "localhost:3000",
  "app.localhost",
  "backend:3000",
  "127.0.0.1",
  "192.168.1.5:3000",
  "[::1]:3000",
  "[2001:db8::1]",
  "",
])("%j may be a name of this server", (host) => {
  const visit = visitOf(request({ host }), proxies);
  expect(() => requireOwnName(visit, arena)).not.toThrow();
});

test.each([
  "evil.example",
  "arena.example.evil.example",
  "evil-arena.example",
  "www.arena.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "1.2.3",
])("%j is somebody else's name", (host) => {
  const misdirected = expect.objectContaining({ status: 421 });
  const direct = visitOf(request({ host }), proxies);
  expect(() => requireOwnName(direct, arena)).toThrow(misdirected);
  const headers = { host: "arena.example", "x-forwarded-host": host };
  const forwarded = visitOf(request(headers, PROXY), proxies);
  expect(() => requireOwnName(forwarded, arena)).toThrow(misdirected);
});

const page = { accept: "text/html" };

const addressOf = (incoming: IncomingMessage, publicUrl: string) =>
  publicAddressFor(incoming, visitOf(incoming, proxies), new URL(publicUrl));

test.each([
  ["localhost:3000", "http://127.0.0.1:3000", "http://127.0.0.1:3000/team?x=1"],
  ["127.0.0.1:3000", "http://localhost:3000", "http://localhost:3000/team?x=1"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000", null],
  ["app.example.org", "https://app.example.org", null],
  ["127.0.0.1:3000", "https://app.example.org", null],
  ["192.168.1.5:3000", "http://127.0.0.1:3000", null],
  // Behind a proxy that gives its own name for the server: not a loop.
  ["127.0.0.1:3000", "https://localhost:8443", null],
])("a page asked for at %s with public address %s", (host, url, expected) => {
  expect(addressOf(request({ host, ...page }), url)).toBe(expected);
});

test.each([
  ["https", "arena.example", null],
  ["http", "arena.example", "https://arena.example/team?x=1"],
  ["http", "localhost", "https://arena.example/team?x=1"],
])(
  "a page that a proxy was asked for by %s at %s",
  (protocol, name, expected) => {
    const headers = {
      host: "127.0.0.1:3000",
      "x-forwarded-proto": protocol,
      "x-forwarded-host": name,
      ...page,
    };
    expect(addressOf(request(headers, PROXY), arena.href)).toBe(expected);
    expect(addressOf(request(headers, STRANGER), arena.href)).toBeNull();
  },
);

test("another name of this machine leads to the public one behind a proxy, too", () => {
  const visit = (name: string) =>
    addressOf(
      request(
        {
          host: "127.0.0.1:3000",
          "x-forwarded-proto": "https",
          "x-forwarded-host": name,
          ...page,
        },
        PROXY,
      ),
      "https://localhost:8443",
    );
  expect(visit("127.0.0.1:8443")).toBe("https://localhost:8443/team?x=1");
  expect(visit("localhost:8443")).toBeNull();
});

test("only pages lead to the public address", () => {
  const host = "localhost:3000";
  const file = request({ host, accept: "*/*" });
  const form = request({ host, ...page }, STRANGER, "POST");
  expect(addressOf(file, "http://127.0.0.1:3000")).toBeNull();
  expect(addressOf(form, "http://127.0.0.1:3000")).toBeNull();
});

test.each([
  ["https://arena.example", true],
  ["http://arena.example", false],
  ["https://localhost:8443", false],
  ["https://127.0.0.1", false],
  ["https://app.localhost", false],
])("%s is for TLS alone: %s", (url, expected) => {
  expect(isPublicTls(new URL(url))).toBe(expected);
});
