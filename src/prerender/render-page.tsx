/** Renders pages in Node, once per build; `plugin.ts` builds and calls it. */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
} from "react-router-dom";
import { facts } from "#edition/facts";
import { venue } from "../content/contact";
import { samplesLeft, samplesNotice } from "../content/samples";
import { descriptionOf } from "../content/page-descriptions";
import { notFoundPage, notSentPage, pages } from "../content/pages";
import type { Page } from "../content/schemas";
import { fullTitle, handleOf } from "../layouts/route-handle";
import { siteUrl } from "../lib/connection/site-url";
import { paths } from "../paths";
import { routes } from "../routes";
import { addressOf, screenNames } from "../routes/organiser/frame/sections";
import { faultsOf } from "../content/edition-schema";
import { hostHeaders } from "./host-headers";
import { manifest } from "./manifest";
import { PageHead, siteOrigin } from "./page-head";
import { settingsNotice } from "./settings-notice";
import { robots, sitemap } from "./sitemap";

const faults = faultsOf(facts);
if (faults.length > 0)
  throw new Error(`The edition does not hold together:\n${faults.join("\n")}`);

export type RenderedPage = {
  title: string;
  description: string;
  head: string;
  body: string;
  /** Its modules besides `main.tsx`, from `src/`. */
  modules: string[];
  /** A module that runs before the app, if it has one. */
  early: string | undefined;
  /** Its visitors wait for its scripts; they do not only read. */
  isUrgent: boolean;
  /** The service worker opens it with no connection, once it was used; it can be installed. */
  isKept: boolean;
};

/** Every address with an HTML file of its own. */
export const addresses: readonly string[] = [
  ...new Set([
    ...Object.values(paths),
    ...screenNames.map(addressOf),
    notSentPage.path,
  ]),
];

/** Its page answers every other address. */
export const unknownAddress = "/404";

/** The content of `_headers`. */
export function headersFor(inlineScript: string): string {
  return hostHeaders({
    deploymentUrl: import.meta.env.VITE_CONVEX_URL,
    siteUrl:
      (import.meta.env.VITE_CONVEX_SITE_URL ??
        import.meta.env.VITE_CONVEX_URL) &&
      siteUrl(),
    tokenSyncUrl: import.meta.env.VITE_TOKEN_SYNC_URL,
    mapUrl: venue.map.embedHref,
    inlineScript,
  });
}

/** The content of `_redirects`: one page answers for all invitations, and one for all projects. */
export const rewrites = [paths.join, paths.projects]
  .map((path) => `${path}/* ${path} 200\n`)
  .join("");

/** Files for search engines, and for devices that install the portal, by their names. */
export const forReaders = {
  "manifest.webmanifest": manifest(),
  "robots.txt": robots(siteOrigin),
  "sitemap.xml": sitemap(siteOrigin),
};

/** Says which settings are wrong, and how many sample values are left; empty if there are none. */
export const notice = [
  settingsNotice({
    tokenSyncUrl: import.meta.env.VITE_TOKEN_SYNC_URL,
    maxAgeSeconds: import.meta.env.VITE_TOKEN_SYNC_MAX_AGE_SECONDS,
  }),
  samplesNotice(samplesLeft(import.meta.env.VITE_SITE_ORIGIN)),
]
  .filter((text) => text !== "")
  .join("\n");

const handler = createStaticHandler(routes);

/** Renders an address as it will be hydrated: for a visitor whose session is unknown. */
export async function renderPage(address: string): Promise<RenderedPage> {
  const context = await handler.query(
    new Request(new URL(address, "http://localhost")),
  );
  if (context instanceof Response) {
    throw new Error(
      `${address} was answered with a redirect or an error, not with a page`,
    );
  }
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
    // Renders everything in place: moving streamed parts takes an inline script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError: rethrow },
  );
  const [hoisted, body] = splitHead(await new Response(prelude).text());
  const matched = (matchRoutes(routes, address) ?? []).map(
    ({ route }) => route,
  );
  const handle =
    handleOf(matched) ??
    (address === unknownAddress ? notFoundPage : pages.landing);
  return {
    title: fullTitle(handle),
    description: descriptionOf(handle),
    head: hoisted + (await renderHead(address, handle)),
    body,
    ...scriptsFor(matched.flatMap(moduleOf)),
  };
}

/**
 * Pages behind a guard are urgent. Pages for signed-in users need the Convex client from the start, and so does the
 * gallery, which preloads its wall.
 */
function scriptsFor(routeModules: string[]) {
  const isUrgent = routeModules.some((module) => module.includes("/require-"));
  const isPortal = routeModules.includes("./layouts/require-user");
  const session = isPortal
    ? ["./lib/session/first-answers", "./layouts/convex-session"]
    : [];
  const isGallery = routeModules.includes("./routes/projects/route");
  const wall = isGallery ? ["./routes/projects/wall"] : [];
  return {
    isUrgent,
    isKept: isPortal || routeModules.includes("./routes/schedule/route"),
    modules: [...routeModules, ...session, ...wall],
    early: isGallery ? "./routes/projects/ask-early" : undefined,
  };
}

async function renderHead(address: string, page: Page): Promise<string> {
  const { prelude } = await prerender(
    <PageHead address={address} page={page} />,
    { onError: rethrow },
  );
  return new Response(prelude).text();
}

/** React writes hoisted tags before the first element. */
function splitHead(html: string): [head: string, body: string] {
  const hoisted = /^(?:<(?:link|meta)\b[^>]*>)*/u.exec(html)?.[0] ?? "";
  return [hoisted, html.slice(hoisted.length)];
}

/** Reads what `plugin.ts` attaches to each lazy import. */
function moduleOf({ lazy }: { lazy?: unknown }): string[] {
  if (typeof lazy !== "function" || !("module" in lazy)) return [];
  return typeof lazy.module === "string" ? [lazy.module] : [];
}

function rethrow(error: unknown): never {
  throw error;
}
