import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { compressFiles } from "../builds/compress-files.js";
import { ensureBuild } from "../builds/ensure-build.js";
import { keepPrevious } from "../builds/keep-previous";
import type { Engine } from "../engine";
import { parseHead } from "../http/page-head";
import { pageFiles } from "../http/page-files";
import { isPublicTls } from "../http/public-address";
import type { PageHandler } from "../http/server";
import { StartError } from "./start-error";

type Variables = Readonly<Record<string, string | undefined>>;

export type PageOptions = {
  /** The project folder; it has a Vite configuration if the page is built. */
  root: string;
  folder: string;
  /**
   * Files and folders that the page is built from; Vite builds it when they
   * have changed. Null: the page is never built.
   */
  sources: readonly string[] | null;
  /** Variables for the build; only `VITE_…` affect it. */
  variables: Variables;
  /**
   * A query of the app, `module:function`: what to write into the HTML of the
   * path that it gets. Null: nothing.
   */
  headQuery: string | null;
};

/**
 * Builds the page if necessary and returns a handler that serves it.
 *
 * @throws StartError when the build fails
 */
export async function openPage(
  { root, folder, sources, variables, headQuery }: PageOptions,
  publicUrl: URL,
  ask: Engine["ask"],
): Promise<PageHandler> {
  if (sources !== null) {
    await ensureBuild({
      folder,
      root,
      sources,
      variables: viteVariables(variables),
      build: async (aside) => {
        await buildPage(root, aside);
        await keepPrevious(folder, aside);
      },
    });
  }
  return pageFiles(folder, {
    isSecure: isPublicTls(publicUrl),
    ...(headQuery !== null && {
      headOf: async (path, sender) => {
        const answer = await ask(headQuery, { path }, sender).catch(() => null);
        return answer === null ? null : parseHead(answer);
      },
    }),
  });
}

/**
 * Returns a line for the operator if the page that Vite builds with these
 * variables talks to another deployment than the one at `publicUrl`, otherwise
 * null. The command line of Convex writes the variable into `.env.local`.
 */
export function noticeOfOtherDeployment(
  { VITE_CONVEX_URL: other }: Variables,
  publicUrl: URL,
): string | null {
  if (!other) return null;
  const origin = URL.canParse(other) ? new URL(other).origin : null;
  if (origin === publicUrl.origin) return null;
  return `The page talks to ${other} and not to this server: VITE_CONVEX_URL is set in .env.local or the environment`;
}

function viteVariables(variables: Variables): Variables {
  const entries = Object.entries(variables);
  return Object.fromEntries(
    entries.filter(([name]) => name.startsWith("VITE_")),
  );
}

/** Builds in a child process, so that the server's memory stays small. */
async function buildPage(root: string, folder: string): Promise<void> {
  try {
    const args = ["build", "--outDir", folder, "--logLevel", "error"];
    await promisify(execFile)(
      process.execPath,
      [viteCommand(root), ...args, "--emptyOutDir"],
      { cwd: root },
    );
  } catch (error) {
    throw new StartError(`The page cannot be built: ${reasonOf(error)}`);
  }
  await compressFiles(folder);
}

function viteCommand(root: string): string {
  const resolver = createRequire(join(root, "package.json"));
  return join(dirname(resolver.resolve("vite/package.json")), "bin/vite.js");
}

/** Returns what the build printed, or the error's message if it was silent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stderr = "stderr" in error ? String(error.stderr) : "";
  const output = stripVTControlCharacters(stderr).trim();
  return output === "" ? error.message : output;
}
