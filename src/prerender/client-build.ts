/** How scripts and styles are bundled. Budget: the landing page works from less than 110 kB (gzip) of script. */
import type { Plugin } from "vite";

/** Modules that every page starts with; one chunk compresses best. */
const FRAME = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/",
    "src/(paths|routes)\\.",
    "src/content/(event|links|opening|pages)\\.",
    "src/features/intro/",
    "src/layouts/(navigation|page-pending|route-|site-layout|site-link)",
    "src/lib/(early-presses|format-date|intro-state|late-part|motion-preference|on-seen|use-hydrated|when-calm)\\.",
    "src/lib/session/(session-host|session-store|token-storage)\\.",
    "src/ui/(button|class-names|icons|layout|logo|panel|time-bar|visually-hidden)\\.",
  ].join("|"),
);

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
      build: {
        target: "es2022",
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
          treeshake: { manualPureFunctions: [INSERT_STYLES] },
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: "frame", test: FRAME }],
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
      if (!id.includes("/node_modules/react-router/")) return null;
      const nameless = replace(code, ROUTER_NAMES, "");
      return replace(nameless, ROUTER_WRAPPERS, "= /* @__PURE__ */ $1");
    },
    /** Fails when a new version of a package no longer looks as is assumed above. */
    generateBundle(_options, bundle) {
      for (const pattern of [ROUTER_NAMES, ROUTER_WRAPPERS]) {
        if (!found.has(pattern))
          this.error(`react-router has nothing like ${pattern} any more`);
      }
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk" && chunk.code.includes("styleSheet.cssText"))
          this.error(`sonner injects styles in ${chunk.fileName}`);
      }
    },
  };
}
