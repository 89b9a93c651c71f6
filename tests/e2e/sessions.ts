import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from "playwright-core";

/** A browser session with one page. */
export type Session = {
  context: BrowserContext;
  page: Page;
  /** Keeps it for the next one who wants one like it, or closes it. */
  leave: () => Promise<void>;
};

type Kept = Session & { key: string };

/** Calls whose effect on a session cannot be taken back. */
const LASTING = {
  page: ["routeWebSocket", "exposeFunction", "close"],
  context: ["routeWebSocket", "grantPermissions", "setOffline", "close"],
  clock: ["install", "setSystemTime", "setFixedTime"],
} as const;

/** What tests listen to. */
const EVENTS = {
  page: [
    "console",
    "dialog",
    "download",
    "pageerror",
    "request",
    "requestfailed",
    "requestfinished",
    "response",
    "websocket",
    "worker",
  ],
  context: ["console", "weberror"],
} as const;

/** Of each kind: as many as are in use at the same time in most tests. */
const KEPT_AT_MOST = 3;

const kept: Kept[] = [];

/** A file of the product that is small and runs nothing. */
const STILL = "/mark.svg";

/**
 * Opens a session, or takes one that somebody left: a new one needs a process of the browser, which costs as much as
 * two loads of a page. A session that was left has no storage, no history, no other tab and no script of a test, but the
 * product's files in its cache. It is closed, not left, after a call that lasts (`LASTING`), or a page of another site.
 * @param prepare is called for a new one
 */
export async function openSession(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Session> {
  const key = JSON.stringify([url, options]);
  const at = kept.findIndex((session) => session.key === key);
  const [again] = at < 0 ? [] : kept.splice(at, 1);
  if (again) return again;

  const context = await browser.newContext({ baseURL: url, ...options });
  await prepare(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let isAltered = false;
  const alter = () => {
    isAltered = true;
  };
  noticeCalls(page, LASTING.page, alter);
  noticeCalls(context, LASTING.context, alter);
  noticeCalls(page.clock, LASTING.clock, alter);
  const takeBack = [
    collect<Disposable>(page, "addInitScript", (script) => script.dispose()),
    collect<Disposable>(context, "addInitScript", (script) => script.dispose()),
    collect<CDPSession>(context, "newCDPSession", (it) => it.detach()),
  ];
  const noticeSites = (tab: Page) =>
    tab.on("framenavigated", (frame) => {
      if (!frame.url().startsWith(`${url}/`)) alter();
    });
  noticeSites(page);
  context.on("page", noticeSites);

  const close = context.close.bind(context);
  const empty = async () => {
    for (const tab of context.pages()) if (tab !== page) await tab.close();
    for (const take of takeBack) await take();
    for (const event of EVENTS.page) page.removeAllListeners(event);
    for (const event of EVENTS.context) context.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(STILL);
    await devtools.send("Storage.clearDataForOrigin", {
      origin: url,
      storageTypes:
        "cookies,local_storage,indexeddb,service_workers,cache_storage",
    });
    await page.evaluate(() => sessionStorage.clear());
    await devtools.send("Page.resetNavigationHistory");
    const { viewport, reducedMotion } = options;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      forcedColors: null,
      reducedMotion,
    });
    await page.mouse.move(0, 0);
  };
  const session: Kept = {
    key,
    context,
    page,
    leave: async () => {
      const { length } = kept.filter((other) => other.key === key);
      if (isAltered || length >= KEPT_AT_MOST) return close();
      // Its product may be gone by now.
      await empty().then(
        () => (isAltered ? close() : void kept.push(session)),
        () => close(),
      );
    },
  };
  return session;
}

function noticeCalls<T extends object>(
  target: T,
  names: readonly (keyof T)[],
  notice: () => void,
): void {
  for (const name of names) {
    const method = target[name] as (...args: unknown[]) => unknown;
    Object.assign(target, {
      [name]: (...args: unknown[]) => {
        notice();
        return method.apply(target, args);
      },
    });
  }
}

/** Keeps what a method returns. @returns takes all of it back */
function collect<R>(
  target: object,
  name: string,
  takeBack: (result: R) => Promise<void>,
): () => Promise<void> {
  const results: R[] = [];
  const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
  Object.assign(target, {
    [name]: async (...args: unknown[]) => {
      const result = (await method.apply(target, args)) as R;
      results.push(result);
      return result;
    },
  });
  return async () => {
    for (const result of results.splice(0)) await takeBack(result);
  };
}

/** Whether it waits for somebody. */
export function isKept(context: BrowserContext): boolean {
  return kept.some((session) => session.context === context);
}

/** Closes what was kept of a product. */
export async function closeKept(url: string): Promise<void> {
  const ofProduct = kept.filter(({ key }) => key.startsWith(`["${url}"`));
  for (const session of ofProduct) {
    kept.splice(kept.indexOf(session), 1);
    await session.context.close();
  }
}
