import { readFileSync } from "node:fs";
import * as z from "zod";

const POLL_MS = 1_000;

/** Matches scripts that detach their command. */
const DETACHES = /\b(nohup|setsid)\b|&\s*$/;

/** Matches the title that npm gives its process, and its arguments before. */
const NPM = /^npm |\/npm(-cli\.js)?\0/;

/** Bounds how far up the processes are looked at. */
const MAX_LINEAGE = 16;

/** Of a `package.json`. */
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/**
 * Calls `onEnd` when npm or `node --run` has started this process and then ends.
 * Both, and npm's shell, may end without signalling their child, which would then
 * continue to use the port and the data directory unnoticed. The rules:
 *
 * - The parent is watched only if a script of a `package.json` started this
 *   process, which the environment variables of npm or `node --run` tell.
 * - It is not watched if the script contains `nohup` or `setsid` or ends with
 *   `&`, or if this process leads a session of its own: then the server is
 *   meant to be detached.
 * - Otherwise `onEnd` is called when the parent process ends. If the parent is
 *   the shell that npm runs the script in, it is called when npm ends, too; and
 *   when an npm ends whose script is `npm run` with that script.
 *
 * Under systemd, in a container or when run by `node` directly there is no
 * script, and only signals stop the server.
 */
export function onParentEnd(onEnd: () => void): void {
  const script = ownScript();
  if (script === null || DETACHES.test(script)) return;
  if (hasOwnSession()) return;
  const before = lineage(script);
  const timer = setInterval(() => {
    if (lineage(script) === before) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS).unref();
}

/** The script that started this process; null if none did, "" if unknown. */
function ownScript(): string | null {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } =
    process.env;
  if (event !== undefined) return script;
  const { NODE_RUN_SCRIPT_NAME: name, NODE_RUN_PACKAGE_JSON_PATH: path = "" } =
    process.env;
  if (name === undefined) return null;
  try {
    const { scripts } = manifestSchema.parse(
      JSON.parse(readFileSync(path, "utf8")),
    );
    return scripts[name] ?? "";
  } catch {
    return "";
  }
}

/**
 * The ids of the parent and, if npm runs the script in a shell, of that npm; and
 * of each npm further up whose script ran the npm below it.
 */
function lineage(script: string): string {
  const ids = [process.ppid];
  // npm appends the arguments that follow `--`, and those of `npx`.
  const isShell = shellScript(process.ppid)?.startsWith(script) ?? false;
  if (isShell) ids.push(parentOf(process.ppid));
  for (let npm = ids.at(-1) ?? 0; ids.length < MAX_LINEAGE;) {
    const above = npmAbove(npm);
    if (above === null) break;
    ids.push(above);
    npm = above;
  }
  return ids.join(" ");
}

/** Returns the npm whose script runs `npm`, unless that detaches it, or null. */
function npmAbove(npm: number): number | null {
  const shell = parentOf(npm);
  const script = shellScript(shell);
  if (script === undefined || DETACHES.test(script)) return null;
  const above = parentOf(shell);
  return NPM.test(commandOf(above)) ? above : null;
}

/** Returns what a shell was told to run by `-c`. */
function shellScript(pid: number): string | undefined {
  return /\0-c\0([^\0]*)\0$/.exec(commandOf(pid))?.[1];
}

function hasOwnSession(): boolean {
  const own = statOf(process.pid);
  return own !== null && own.session === process.pid;
}

/** Returns a process's arguments, or "" on systems without `/proc`. */
function commandOf(pid: number): string {
  return readProcessFile(pid, "cmdline") ?? "";
}

function parentOf(pid: number): number {
  return statOf(pid)?.parent ?? 0;
}

function statOf(pid: number): { parent: number; session: number } | null {
  const stat = readProcessFile(pid, "stat");
  if (stat === null) return null;
  // The process name may contain any character and ends at the last ")". Then
  // follow state, parent, group and session.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), session: Number(fields[3]) };
}

function readProcessFile(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return null;
  }
}
