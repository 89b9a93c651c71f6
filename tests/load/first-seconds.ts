/**
 * The first seconds on a phone with bad Wi-Fi, through the proxy of `slow-line.ts`.
 *
 *     npm run bench -- --line [--runs 5] [--rtt 300] [--loss 0.01] [--mbit 4] [--cpu 1] [--only /judge] [--trace] [--together]
 *
 * Each run loses other segments, and the same ones in the next measurement; medians are printed. "usable" is when the
 * first field can be typed in (what is typed or pressed from then on is kept), "alive" when the scripts have taken over.
 * `--cpu 4` makes the page's processor four times slower. On a busy machine read the order of `--trace`, not the times.
 * `--together` tells whether everything runs, and nothing about times.
 */
import type { ConvexHttpClient } from "convex/browser";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { api } from "../../convex/_generated/api";
import { adminApi } from "../../packages/embedded-convex/src/admin/admin-api";
import { emailOf, openAccount, PASSWORD } from "../e2e/accounts";
import { findBrowser, launchBrowser } from "../e2e/browser";
import { Operator } from "../e2e/operator";
import { Product } from "../e2e/product";
import { Teammate } from "../e2e/teammate";
import { write } from "../write-project";
import { optionsOf } from "./options";
import { say } from "./server";
import { SlowLine } from "./slow-line";
import { quantile, tableOf } from "./statistics";

const PHONE = { width: 360, height: 640 };

/** As many sign up as there are runs. */
const CALM = { ALTCHA_SIGN_UPS_PER_HOUR: "900" };

type Visit = {
  /** Opens another page in the same browser. */
  open: () => Promise<Page>;
  page: Page;
  context: BrowserContext;
  line: SlowLine;
  product: Product;
};

/** What is measured: the milliseconds of each moment, by its name. */
type Scene = (visit: Visit, run: number) => Promise<Record<string, number>>;

const scenes: Record<string, Scene> = {
  "landing page": async ({ page }) => {
    await page.goto("/home", { waitUntil: "commit" });
    return { alive: await seen(page, "html[data-alive]") };
  },
  "/login": async ({ page }) => {
    await page.goto("/login", { waitUntil: "commit" });
    return {
      usable: await seen(page, "main input[name=email]"),
      alive: await seen(page, "form[data-ready]"),
    };
  },
  "/register": async ({ page }) => {
    await page.goto("/register", { waitUntil: "commit" });
    return {
      usable: await seen(page, "main input[name=name]"),
      alive: await seen(page, "form[data-ready]"),
    };
  },
  "/dashboard, name and team": async (visit, run) => {
    const { page, open, line } = visit;
    await signIn(visit, `Cold Visitor ${run}`);
    await page.goto("/dashboard", { waitUntil: "commit" });
    const cold = await seen(page, "main h1 + div p strong");
    // What loads late is loaded when the network is quiet.
    await page.waitForLoadState("networkidle");
    await page.close();
    line.drop();
    const again = await open();
    await again.goto("/dashboard", { waitUntil: "commit" });
    return { cold, warm: await seen(again, "main h1 + div p strong") };
  },
  "/project": async (visit, run) => {
    const { client } = await signIn(visit, `Writer ${run}`);
    await write(client, { description: "It flies." });
    await visit.page.goto("/project", { waitUntil: "commit" });
    return {
      usable: await seen(visit.page, "#project-description:not([readonly])"),
    };
  },
  "/find": async (visit, run) => {
    await signIn(visit, `Finder ${run}`);
    await visit.page.goto("/find?show=people", { waitUntil: "commit" });
    return { list: await seen(visit.page, "main article h2") };
  },
  "/judge": async (visit, run) => {
    const name = `Judge ${run}`;
    await signIn(visit, name, async () => {
      const operator = await Operator.of(visit.product);
      await operator.appoint(emailOf(name), "judge");
    });
    await visit.page.goto("/judge", { waitUntil: "commit" });
    return { keys: await seen(visit.page, "main input[type=radio]") };
  },
  "/schedule": async (visit, run) => {
    await signIn(visit, `Reader ${run}`);
    await visit.page.goto("/schedule", { waitUntil: "commit" });
    return { heading: await seen(visit.page, "main h1") };
  },
  "/pass": async (visit, run) => {
    await signIn(visit, `Guest ${run}`);
    await visit.page.goto("/pass", { waitUntil: "commit" });
    return { code: await seen(visit.page, ".pass-card svg") };
  },
  "/organiser/check-in": async (visit, run) => {
    const name = `Desk ${run}`;
    await signIn(visit, name, async () => {
      const operator = await Operator.of(visit.product);
      await operator.appoint(emailOf(name));
    });
    await visit.page.goto("/organiser/check-in", { waitUntil: "commit" });
    return { usable: await seen(visit.page, "form input") };
  },
  "/projects": async ({ page }) => {
    await page.goto("/projects", { waitUntil: "commit" });
    const first = await seen(page, "main h1");
    const cards = await seen(page, "main h2, main h3");
    return { heading: first, cards, largest: await largestPaint(page) };
  },
  "first byte to roster": async ({ page, line }, run) => {
    const leader = await Teammate.signUp(line.url, `Journey Leader ${run}`);
    const code = await leader.createTeam(`Journey ${run}`);
    const start = performance.now();
    const since = () => performance.now() - start;
    await page.goto("/home", { waitUntil: "commit" });
    await seen(page, "html[data-alive]");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Register", exact: true }).click();
    await fillIn(page, `Journey Visitor ${run}`);
    const pressed = since();
    await page.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    await page.getByText("You are not part of any team yet").waitFor();
    const dashboard = since();
    await page.getByRole("tab", { name: "Team" }).click();
    await page.getByLabel("Invite code", { exact: true }).fill(code);
    await page.getByRole("button", { name: "Join Team" }).click();
    await page.getByRole("heading", { name: `Journey ${run}` }).waitFor();
    return { form: pressed, dashboard, roster: since() };
  },
  "CREATE ACCOUNT to dashboard": async ({ page }, run) => {
    await page.goto("/register", { waitUntil: "load" });
    // As long as it takes to fill in the form.
    await page.waitForLoadState("networkidle");
    await fillIn(page, `New Visitor ${run}`);
    const start = performance.now();
    await page.getByRole("button", { name: "CREATE ACCOUNT" }).click();
    await page.getByText("You are not part of any team yet").waitFor();
    return { dashboard: performance.now() - start };
  },
};

export async function run(args: readonly string[]): Promise<string> {
  const options = optionsOf(args, {
    runs: 5,
    rtt: 300,
    loss: 0.01,
    mbit: 4,
    cpu: 1,
    trace: false,
    only: "",
    together: false,
  });
  const product = await Product.start(CALM);
  const browser = await launchBrowser(await findBrowser());
  const rows: (string | number)[][] = [];
  try {
    await fill(product);
    const measure = async ([name, scene]: [string, Scene]) => {
      say(name);
      const results: Record<string, number>[] = [];
      for (let nth = 1; nth <= options.runs; nth++)
        results.push(await play(browser, product, scene, nth, options));
      rows.push(...rowsOf(name, results));
    };
    const wanted = Object.entries(scenes).filter(([name]) =>
      name.includes(options.only),
    );
    if (options.together) await Promise.all(wanted.map(measure));
    else for (const one of wanted) await measure(one);
  } finally {
    await browser.close();
    await product.remove();
  }
  return tableOf(["what", "moment", "median ms", "fastest to slowest"], rows);
}

async function play(
  browser: Browser,
  product: Product,
  scene: Scene,
  run: number,
  options: {
    rtt: number;
    loss: number;
    mbit: number;
    cpu: number;
    trace: boolean;
  },
) {
  const quality = {
    roundTripMs: options.rtt,
    loss: options.loss,
    bitsPerSecond: options.mbit * 1_000_000,
  };
  const line = await SlowLine.open(product.url, quality, run);
  const context = await browser.newContext({
    baseURL: line.url,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    reducedMotion: "reduce",
  });
  try {
    await context.addInitScript(() =>
      sessionStorage.setItem("introSeen", "true"),
    );
    const open = async () => {
      const page = await context.newPage();
      if (options.trace) traceRequests(page);
      return page;
    };
    const page = await open();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: options.cpu });
    return await scene({ open, page, context, line, product }, run);
  } finally {
    await context.close();
    await line.close();
  }
}

/** Waits until something is in sight. @returns when, in milliseconds since the navigation */
async function seen(page: Page, selector: string): Promise<number> {
  const handle = await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    // Until its styles are there, a page has elements but no picture.
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return paint && element?.checkVisibility({ visibilityProperty: true })
      ? performance.now()
      : undefined;
  }, selector);
  return (await handle.jsonValue()) ?? Number.NaN;
}

async function fillIn(page: Page, name: string) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Full name").fill(name);
  await page.locator("main").getByLabel("Email").fill(emailOf(name));
  await field("Password").fill(PASSWORD);
  await field("Confirm password").fill(PASSWORD);
  await page.locator("main").getByRole("checkbox").check();
}

/** When the largest element of the page was painted, in milliseconds since the navigation. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
        ).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
}

/** Opens the submissions, publishes a project that judges get, and shows somebody who looks for a team. */
async function fill(product: Product): Promise<void> {
  const operator = await Operator.of(product);
  const place = { componentId: null, table: "settings" };
  const { page: settings } = await operator.client.query(adminApi.documents, {
    ...place,
    filters: null,
    paginationOpts: { numItems: 1, cursor: null },
  });
  await operator.client.mutation(adminApi.patchDocuments, {
    ...place,
    ids: settings.map(({ _id }) => String(_id)),
    fields: { submissionsOpenAt: 0, galleryPublished: true, checkInOpen: true },
  });
  const [organiser, leader, seeker] = await Promise.all([
    openAccount(product.url, "Bench Organiser"),
    openAccount(product.url, "Bench Leader"),
    openAccount(product.url, "Bench Seeker"),
  ]);
  await operator.appoint(emailOf("Bench Organiser"));
  await seeker.client.mutation(api.listings.showCard, { text: "I draw maps." });
  await leader.client.mutation(api.teams.create, { name: "Kites" });
  await write(leader.client, {
    name: "Kite",
    summary: "Tells you what flies over your house tonight.",
    description: "# Why\n\nIt **listens**, then it tells.",
    repositoryUrl: "https://example.com/code",
  });
  await leader.client.mutation(api.projects.handIn, {});
  await openAccount(product.url, "Judge 0");
  await operator.appoint(emailOf("Judge 0"), "judge");
  await organiser.client.mutation(api.judging.assign, { perProject: 9 });
}

/**
 * Gives the browser the session of somebody, without loading a page.
 * @param prepare makes them a leader by default
 */
async function signIn(
  { context, line }: Visit,
  name: string,
  prepare = (client: ConvexHttpClient): Promise<unknown> =>
    client.mutation(api.teams.create, { name: "Night Owls" }),
): Promise<{ client: ConvexHttpClient }> {
  const { client, tokens } = await openAccount(line.url, name);
  await prepare(client);
  const namespace = line.url.replaceAll(/[^a-zA-Z0-9]/g, "");
  await context.addInitScript(
    ([suffix, token, refreshToken]) => {
      if (localStorage.length > 0) return;
      localStorage.setItem(`__convexAuthJWT_${suffix}`, token);
      localStorage.setItem(`__convexAuthRefreshToken_${suffix}`, refreshToken);
    },
    [namespace, tokens.token, tokens.refreshToken] as const,
  );
  return { client };
}

function rowsOf(name: string, results: Record<string, number>[]) {
  return Object.keys(results[0] ?? {}).map((moment) => {
    const all = results.map((result) => result[moment] ?? NaN);
    const at = (share: number) => Math.round(quantile(all, share));
    return [name, moment, at(0.5), `${at(0)} to ${at(1)}`];
  });
}

/** Prints what is requested when, and when it has come. */
function traceRequests(page: Page) {
  const start = performance.now();
  const at = () => `${Math.round(performance.now() - start)}`.padStart(6);
  page.on("request", (request) =>
    say(`${at()} asks  ${new URL(request.url()).pathname}`),
  );
  page.on("requestfinished", (request) =>
    say(`${at()} has   ${new URL(request.url()).pathname}`),
  );
  page.on("pageerror", (error) => say(`${at()} fails ${error}`));
  page.on("requestfailed", (request) =>
    say(
      `${at()} lacks ${new URL(request.url()).pathname}: ${request.failure()?.errorText}`,
    ),
  );
  page.on("websocket", (socket) => {
    say(`${at()} opens ${new URL(socket.url()).pathname}`);
    const cut = (text: string | Buffer) => String(text).slice(0, 120);
    socket.on("framesent", ({ payload }) =>
      say(`${at()} sends ${cut(payload)}`),
    );
    socket.on("framereceived", ({ payload }) =>
      say(`${at()} gets  ${cut(payload)}`),
    );
  });
}
