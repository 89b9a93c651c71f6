/** What the service worker answers and keeps, with a browser's part made up; a real browser: e2e/offline.test.ts. */
import { beforeEach, expect, test, vi } from "vitest";

/** Its types are not a page's, so that nothing of a page may import it. */
const worker = import.meta.glob("../../src/worker/worker.ts");
const ORIGIN = "https://hackarena.example";
const hrefOf = (asked: string | Request) =>
  new URL(typeof asked === "string" ? asked : asked.url, ORIGIN).href;

class MemoryCache {
  readonly rows = new Map<string, Response>();
  match = async (asked: string | Request) =>
    this.rows.get(hrefOf(asked))?.clone();
  put = async (asked: string | Request, response: Response) =>
    void this.rows.set(hrefOf(asked), response);
  add = async (path: string) => this.put(path, await fetch(hrefOf(path)));
  delete = async (asked: string | Request) => this.rows.delete(hrefOf(asked));
  keys = async () => [...this.rows.keys()].map((href) => new Request(href));
}

/** Of the browser: they outlive a version. */
let stores: Map<string, MemoryCache>;
/** What the host answers, by path: a text, or a response; nothing is a line that is away. */
let host: Record<string, string | (() => Promise<Response>) | undefined>;
let asked: string[];

beforeEach(() => {
  stores = new Map();
  host = {};
  asked = [];
  const store = (name: string) => {
    const cache = stores.get(name) ?? new MemoryCache();
    stores.set(name, cache);
    return cache;
  };
  const caches = {
    open: async (name: string) => store(name),
    delete: async (name: string) => stores.delete(name),
    match: async (one: Request, { cacheName }: { cacheName: string }) =>
      store(cacheName).match(one),
  };
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("location", new URL(ORIGIN));
  vi.stubGlobal("registration", { scope: `${ORIGIN}/` });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("FetchEvent", class {});
  // Workbox would log every step.
  vi.stubEnv("NODE_ENV", "production");
  vi.stubGlobal("fetch", async (one: string | Request) => {
    const path = hrefOf(one).slice(ORIGIN.length);
    asked.push(path);
    const answer = host[path];
    if (answer === undefined) throw new TypeError("no line");
    if (typeof answer === "string") return new Response(answer);
    return answer();
  });
});

const status = (code: number) => async () =>
  new Response(`${code}`, { status: code });

/** Starts a version of the worker. */
async function version(files: { url: string; revision: string | null }[]) {
  type Handler = (event: object) => void;
  const handlers: Record<string, Handler> = {};
  vi.stubGlobal("self", {
    caches,
    location,
    registration: { scope: `${ORIGIN}/` },
    clients: { claim: async () => {} },
    addEventListener: (name: string, handler: Handler) =>
      (handlers[name] = handler),
  });
  const pages = ["", "/team", "/schedule"];
  vi.stubGlobal("__WORKER__", { pages, files, start: "/assets/start.js" });
  vi.resetModules();
  await worker["../../src/worker/worker.ts"]?.();
  /** @returns what the worker answers; undefined if it leaves the request to the browser */
  const happen = async (name: string, event: object = {}) => {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    handlers[name]?.({
      type: name,
      waitUntil: (wait: Promise<unknown>) => waits.push(wait),
      respondWith: (given: Promise<Response>) => (answer = given),
      ...event,
    });
    // Read as a browser does: what it is a copy of is not over before.
    const text = await (await answer)?.text();
    for (let known = -1; known < waits.length;) {
      known = waits.length;
      await Promise.all(waits);
    }
    return text;
  };
  const requested = (path: string, mode: string, method = "GET") => ({
    request: { url: new URL(path, ORIGIN).href, mode, method },
  });
  return {
    happen,
    visit: (
      path: string,
      respondWith?: (given: Promise<Response>) => unknown,
    ) =>
      happen("fetch", {
        ...requested(path, "navigate"),
        ...(respondWith && { respondWith }),
      }),
    load: (path: string, method?: string) =>
      happen("fetch", requested(path, "cors", method)),
  };
}

/** What is kept of any version, by its path. */
const kept = () =>
  [...stores.values()]
    .flatMap(({ rows }) => [...rows.keys()])
    .map((href) => href.slice(ORIGIN.length))
    .sort();

test("a page comes from the host, and from what is kept when the line is away, late or the host is broken", async () => {
  const { visit } = await version([]);
  host["/team"] = '<html lang="en-IN" data-phase="live">Team';
  expect(await visit("/team")).toBe(host["/team"]);
  const plain = '<html lang="en-IN">Team';
  host["/team"] = undefined;
  expect(await visit("/team/")).toBe(plain);
  host["/team"] = status(502);
  expect(await visit("/team")).toBe(plain);

  vi.useFakeTimers();
  let answer = (_late: Response) => {};
  host["/team"] = () => new Promise((resolve) => (answer = resolve));
  let shown: string | undefined;
  const later = visit("/team", async (given) => {
    shown = await (await given).text();
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(shown).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => shown).toBe(plain);
  answer(new Response('<html lang="en-IN">New'));
  await later;
  host["/team"] = undefined;
  expect(await visit("/team")).toBe('<html lang="en-IN">New');
});

test("what the host refuses is shown and not kept, and without anything kept its failure is", async () => {
  const { visit } = await version([]);
  host["/team"] = status(404);
  expect(await visit("/team")).toBe("404");
  expect(kept()).toEqual([]);
  host["/team"] = status(502);
  expect(await visit("/team")).toBe("502");
  host["/team"] = undefined;
  await expect(visit("/team")).rejects.toThrow("no line");
});

test("a file of the build is asked for once; other requests are left alone", async () => {
  const { load, visit } = await version([]);
  host["/assets/a.js"] = "a";
  for (const _again of [1, 2]) expect(await load("/assets/a.js")).toBe("a");
  host["/assets/gone.js"] = status(404);
  expect(await load("/assets/gone.js")).toBe("404");
  expect(kept()).toEqual(["/assets/a.js"]);
  expect(asked).toEqual(["/assets/a.js", "/assets/gone.js"]);
  expect(await load("/assets/a.js", "POST")).toBeUndefined();
  expect(await load("https://elsewhere.example/assets/a.js")).toBeUndefined();
  expect(await load("/api/query")).toBeUndefined();
  expect(await visit("/organiser")).toBeUndefined();
});

test("a version keeps its own files from the start, before what was used, and those of no other version", async () => {
  Object.assign(host, { "/team": "<html>1", "/assets/1.js": "one" });
  const first = await version([
    { url: "/assets/1.js", revision: null },
    { url: "/team", revision: "1" },
  ]);
  await first.happen("install");
  await first.happen("activate");
  const message = { is: "used", urls: ["/schedule", "/assets/2.js", "/other"] };
  const used = { "/schedule": "<html>S", "/assets/2.js": "2", "/other": "3" };
  Object.assign(host, used);
  await first.happen("message", { data: message });
  const start = ["/assets/1.js", "/team?__WB_REVISION__=1"];
  const all = [start[0], "/assets/2.js", "/schedule", start[1]];
  expect(kept()).toEqual(all);
  // Pages of the host may be of a later version, whose files are not kept.
  host["/team"] = "<html>2";
  expect(await first.visit("/team")).toBe("<html>2");
  expect(kept()).toEqual(all);
  host["/team"] = undefined;
  expect(await first.visit("/team")).toBe('<html lang="en-IN">1');

  host["/team"] = "<html>2";
  const next = await version([{ url: "/team", revision: "2" }]);
  await next.happen("install");
  expect(kept()).toEqual(expect.arrayContaining(start));
  await next.happen("activate");
  expect(kept()).toEqual(["/team?__WB_REVISION__=2"]);
});

test("a browser that saves data keeps nothing from the start", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  host["/assets/1.js"] = "one";
  const { happen } = await version([{ url: "/assets/1.js", revision: null }]);
  await happen("install");
  expect([kept(), asked]).toEqual([[], []]);
});
