import { expect, test } from "vitest";
import { headersFor } from "../../packages/embedded-convex/src/http/page-rules";
import { hostHeaders } from "../../src/prerender/host-headers";

const mapUrl = "https://maps.example/embed.html?at=1,2";
const alone = {
  deploymentUrl: undefined,
  siteUrl: undefined,
  tokenSyncUrl: undefined,
  mapUrl,
  inlineScript: "",
};

/** The directives of the policy that a page is sent with. */
function policyOf(surroundings: Parameters<typeof hostHeaders>[0]) {
  const headers = headersFor("/about", hostHeaders(surroundings));
  const policy = headers.get("content-security-policy");
  return new Map(
    (policy ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

test("a page of its own deployment calls nobody else", () => {
  expect(policyOf(alone).get("connect-src")).toEqual(["'self'"]);
});

test("a page calls the deployment and the token sync that it was built for", () => {
  const policy = policyOf({
    ...alone,
    deploymentUrl: "https://brave-otter-1.convex.cloud",
    siteUrl: "https://brave-otter-1.convex.site",
    tokenSyncUrl: "https://sync.example:8443/session?a=1",
  });
  expect(policy.get("connect-src")).toEqual([
    "'self'",
    "https://brave-otter-1.convex.cloud",
    "wss://brave-otter-1.convex.cloud",
    "https://brave-otter-1.convex.site",
    "https://sync.example:8443",
  ]);
});

test.each(["", "/session"])(
  "a token sync at %j is the page's own host",
  (url) => {
    const policy = policyOf({ ...alone, tokenSyncUrl: url });
    expect(policy.get("connect-src")).toEqual(["'self'"]);
  },
);

test("the map's host alone is shown in frames", () => {
  const policy = policyOf(alone);
  expect(policy.get("frame-src")).toEqual(["https://maps.example"]);
  expect(policy.get("object-src")).toEqual(["https://maps.example"]);
  expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
});

test("no directive allows what is inline, evaluated, or from anywhere", () => {
  const sources = [...policyOf(alone).values()].flat();
  expect(
    sources.filter((one) => /unsafe|\*|^(https?|blob):$/.test(one)),
  ).toEqual([]);
});

test("files that never change are kept for good, pages are not", () => {
  const rules = hostHeaders(alone);
  const kept = (path: string) => headersFor(path, rules).get("cache-control");
  expect(kept("/assets/app-1a2b.js")).toContain("immutable");
  expect(kept("/about")).toBeUndefined();
});
