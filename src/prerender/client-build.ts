/** How scripts and styles are bundled. Budget: the landing page works from less than 110 kB (gzip) of script. */
import { basename, dirname } from "node:path";
import type { Plugin } from "vite";

/** Classes of CSS modules by folder and file, "home-hero_board": names with hashes would weigh more, in every script. */
export const cssModules = {
  generateScopedName: (name: string, file: string) =>
    `${basename(dirname(file))}-${basename(file).split(".")[0]}_${name}`,
};

/** The first script, which loads the others. */
const START = new RegExp(
  [
    "rolldown/runtime",
    "vite/preload-helper",
    "src/start\\.",
    "src/lib/([a-z]+/)?(host|listeners)\\.",
    "src/lib/session/token-storage\\.",
  ].join("|"),
);

/** Modules that send the first queries before the frame has loaded: the portal's, and below it the gallery's. */
const OPENING = /src\/lib\/(connection\/first-answers|session\/token-claims)\./;
const GALLERY = /src\/routes\/projects\/(ask-early|picture-sources)\./;

/** Modules that every page starts with, and the first screen of the landing page; one chunk compresses best. */
const FRAME = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/",
    "src/(main|paths|routes)\\.",
    "(src/content/(calls|event|opening|pages|stats|visitors)|/edition/(facts|links))\\.",
    "src/features/(countup|intro)/",
    "src/layouts/(navigation|page-pending|route-|session-host|site-layout|site-link)",
    "src/lib/([a-z]+/)?(early-presses|format-date|in-words|intro-state|load-part|motion-preference|on-seen|use-hydrated|use-lasting|when-calm)\\.",
    "src/lib/session/session-store\\.",
    "src/routes/home/(hero|landing|pre-meetup-banner|pre-meetup-choice|route)\\.",
    "src/ui/(arena-mark|button|by-phase|class-names|icons|logo|needs-script|outward|panel|registration-call|time-bar|visually-hidden|waiting-note)\\.",
  ].join("|"),
);

/** What pages with forms share; the footer has one. */
const FORMS = new RegExp(
  [
    "node_modules/(zod|convex/dist/esm/(common|server|values|vendor))/",
    // Forms need nothing of the event day; passes bring a library with them.
    "/convex/(platform/shared/(?!addresses|codes|links)|content/shared/|(contact|settings|signIn)/shared\\.|people/shared/skills\\.|teams/shared/inviteCodes\\.|_generated/)",
    "src/lib/bot-check/with-bot-check\\.",
    "src/lib/([a-z]+/)?(arrival|bring-into-sight|clear-later|days|error-message|format-time|is-typed|kept-invitation|notify|send-once|stored|use-form|use-media|use-refusals)\\.",
    "src/lib/settings/(hidden-parts|read-settings|registration-state)\\.",
    "src/ui/(any-link|field|notice|pending-note|select-field|text-field|tool-icons)\\.",
  ].join("|"),
);

/** Login, registration and logout. */
const ENTRY = new RegExp(
  [
    "src/content/guests\\.",
    "src/features/auth/(auth-fields|auth-screen|forgot-password|google-(entry|popup|request|words)|in-app-browser|logout-button|password-sign-in|terms-links|use-farewell|use-google|use-reset)",
    "src/features/team/player-card\\.",
    "src/layouts/require-guest\\.",
    "src/lib/([a-z]+/)?(connection|other-tabs|return-address|typed-text)\\.",
    "src/routes/(login|register)/",
    "src/ui/(dialog|fitted|form-notice|submit|written)\\.",
  ].join("|"),
);

/** The portal, with the client of the deployment: pages that their visitors use together. */
const PORTAL = new RegExp(
  [
    "node_modules/(convex/dist/esm/(index\\.|browser/(http_client|logging|sync|query_options)|react)|@convex-dev/auth/|is-network-error/)",
    "convex/((gallery|listings|organiser|push)/shared|checkIns/shared/checkIns|help/shared/help|people/shared/people|platform/shared/codes|teams/shared/(changeRequests|teams))\\.",
    "src/content/(award-words|skills|two-registrations)\\.",
    "src/features/(announcements/|team/(?!qr-code))",
    "src/layouts/(convex-session|outbox-host|lead-to-hash|portal-navigation|portal-news|require-user)\\.",
    "src/lib/([a-z]+/)?(convex-client|copy-text|format-days|kept-answers|kept-store|log-out|search-rows|share-link|site-url|use-focus-kept|use-focus-on-change|use-kept-draft|use-live|use-timed-live|use-wake-lock|waits|watched-socket)\\.",
    "src/lib/settings/live-settings\\.",
    "src/routes/(account/|dashboard/|team/|project/(kept|left)-texts\\.)",
    "src/features/(clock|next-step|profile)/",
    "src/features/(push/this-device|results/(judges-here|published-results)|schedule/entry-line)\\.",
    "src/lib/outbox/",
    "src/lib/([a-z]+/)?(quiet-calls|save-file|use-action)\\.",
    "src/ui/(confirmation|typed-confirmation|undo-note)\\.",
    "src/ui/(load-failure|motion|radio|skeleton|tabs)\\.",
  ].join("|"),
);

/** What the portal and the landing page have in common. */
const COMMON =
  /(convex\/edition\/(contact|prizes|sponsors)|src\/(content\/(contact|prizes)|lib\/in-sentences|ui\/(accordion|rich-text)))\./;
const NOT_FOUND = /src\/layouts\/(not-found|page-words)\./;

/** What visitors load: what they read, and what surrounds it. The gallery is live, and so needs the client. */
const PUBLIC =
  /\/src\/(routes\/(home|about|contact|faq|legal|resources)\/|layouts\/(site-layout|site-footer|late-parts|not-found|mobile-menu)\.)/;

type Chunk = {
  fileName: string;
  name: string;
  imports: string[];
  moduleIds: string[];
};

/** The first way on which a page of visitors loads the portal, file by file; undefined if none does. */
export function wayToPortal(chunks: readonly Chunk[]): string[] | undefined {
  const seen = new Set<string>();
  const ways = chunks
    .filter(({ moduleIds }) => moduleIds.some((id) => PUBLIC.test(id)))
    .map((chunk) => [chunk]);
  for (const way of ways) {
    const last = way.at(-1);
    if (last === undefined || seen.has(last.fileName)) continue;
    seen.add(last.fileName);
    if (last.name === "portal") return way.map(({ fileName }) => fileName);
    for (const file of last.imports) {
      const next = chunks.find(({ fileName }) => fileName === file);
      if (next !== undefined) ways.push([...way, next]);
    }
  }
  return undefined;
}

/**
 * Calls that declare schemas and validators. They do nothing but return a value, which the bundler cannot know: marked
 * as pure, those that no page uses are left out, most of all what the server alone checks.
 */
const DECLARING =
  /(?<!\w|[\w)]\.|function )(?:[vz]\s*\.\w+|\w+(?:Validator|Schema)\s*\.\w+|address|addresses|atMost|entered|instant|line|link|literals|longText|measured|optionalLine|optionalLongText|refusing)\(/g;

/**
 * Files that import each other in circles. One of them runs before what it imports, and then its page stays empty. Files
 * without a script's module only pass on what others export.
 */
export function circlesIn(chunks: readonly Chunk[]): string[] {
  let left = chunks.filter(({ moduleIds }) =>
    moduleIds.some((id) => !id.endsWith(".css")),
  );
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const files = new Set(left.map(({ fileName }) => fileName));
    const imported = new Set(left.flatMap(({ imports }) => imports));
    left = left.filter(
      ({ fileName, imports }) =>
        imported.has(fileName) && imports.some((file) => files.has(file)),
    );
  }
  return left.map(({ fileName }) => fileName);
}

/**
 * With this call sonner injects a style element, which the content security policy forbids; `toaster.tsx` links its
 * style sheet. Sonner has no entry without it. The call returns nothing, so declared pure it is left out.
 */
const INSERT_STYLES = "__insertCSS";

/**
 * What keeps unused parts of the router (its forms, among others) in the bundle, because it may have side effects: a
 * property that is set, and a call that is not marked as pure. The bundler's options for both apply to all packages,
 * and React sets properties that it needs.
 */
const ROUTER_NAMES = /^\w+\.displayName = "\w+";$/gm;
const ROUTER_WRAPPERS = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g;

export function clientBuild(): Plugin {
  /** The patterns that have matched so far. */
  const found = new Set<RegExp>();
  const replace = (code: string, pattern: RegExp, by: string) => {
    const replaced = code.replace(pattern, by);
    if (replaced !== code) found.add(pattern);
    return replaced;
  };
  return {
    name: "hackarena:client-build",
    apply: "build",
    enforce: "pre",
    config: () => ({
      css: { modules: cssModules },
      build: {
        // The oldest browsers (README). iOS has prefixes that Safari has not.
        target: ["chrome109", "firefox115", "safari16", "ios16"],
        sourcemap: false,
        // One style sheet, so that a prerendered page gets all of its styles with one request.
        cssCodeSplit: false,
        modulePreload: {
          polyfill: false,
          // Late chunks import little beyond the frame; listing their preloads costs more than it saves.
          resolveDependencies: (_file, scripts, { hostType }) =>
            hostType === "html" ? scripts : [],
        },
        rolldownOptions: {
          treeshake: {
            manualPureFunctions: [INSERT_STYLES],
            // Validators are made of the fields of others.
            propertyReadSideEffects: false,
          },
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              // The first group that matches has a module. On a slow line every file more is a round trip more.
              groups: [
                { name: "start", test: START },
                { name: "opening", test: OPENING },
                { name: "gallery", test: GALLERY },
                { name: "frame", test: FRAME },
                { name: "forms", test: FORMS },
                { name: "entry", test: ENTRY },
                { name: "common", test: COMMON },
                { name: "not-found", test: NOT_FOUND },
                { name: "portal", test: PORTAL },
              ],
            },
          },
        },
      },
    }),
    /** Without preloads, this is all that remains of Vite's helper for dynamic imports. */
    load(id) {
      if (id !== "\0vite/preload-helper.js") return null;
      return "export const __vitePreload = (load) => load();";
    },
    transform(code, id) {
      if (/\/convex\/\w+\/shared[./]/.test(id))
        return replace(code, DECLARING, "/* @__PURE__ */ $&");
      if (!id.includes("/node_modules/react-router/")) return null;
      const nameless = replace(code, ROUTER_NAMES, "");
      return replace(nameless, ROUTER_WRAPPERS, "= /* @__PURE__ */ $1");
    },
    /**
     * Fails when a new version of a package no longer looks as is assumed above, when visitors load the portal, and when
     * files import each other in circles.
     */
    generateBundle(_options, bundle) {
      for (const pattern of [ROUTER_NAMES, ROUTER_WRAPPERS]) {
        if (!found.has(pattern))
          this.error(`react-router has nothing like ${pattern} any more`);
      }
      const chunks = Object.values(bundle).filter(
        (file) => file.type === "chunk",
      );
      const way = wayToPortal(chunks);
      if (way)
        this.error(
          `visitors would load the portal: ${way.join(" imports ")}. Take the module that they need out of PORTAL in client-build.ts.`,
        );
      const circles = circlesIn(chunks);
      if (circles.length > 0)
        this.error(
          `these files import each other in circles: ${circles.join(", ")}. Move the module between them to the group of its users in client-build.ts.`,
        );
      for (const chunk of chunks) {
        if (chunk.code.includes("styleSheet.cssText"))
          this.error(`sonner injects styles in ${chunk.fileName}`);
      }
    },
  };
}
