/**
 * `npm run rehearse`: plays a whole event through the unmodified client, against a deployment of its own or one that is
 * named, and reports what it took.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emitKeypressEvents } from "node:readline";
import { parseArgs } from "node:util";
import { Deployment } from "../deployment";
import { demoPeople } from "../../../demo/functions/people";
import {
  FAULTS,
  MINUTES,
  ORGANISER,
  PASSWORD,
  play,
  type Fault,
} from "./event";
import { Ledger } from "../ledger";
import type { Person } from "../person";
import { asPage, asText, type Rehearsed } from "./report";
import { Tempo } from "./tempo";

const USAGE = `npm run rehearse -- [--people 240] [--speed 360] [--seed 7] [--faults ${FAULTS.join(",")}]
                    [--keep FOLDER | --url URL, with the admin key in CONVEX_ADMIN_KEY] [--report FOLDER]
At a URL, set ALTCHA_SIGN_UPS_PER_HOUR above the number of people, or this machine solves the bot checks of all.
While it runs: space pauses, + and - change the speed.`;

/** Ends with 1 if anything was lost. @returns where the report is, of which all else is said */
export async function run(args: readonly string[]): Promise<string> {
  const { people, speed, seed, faults, url, keep, folder } = optionsOf(args);
  const deployment =
    url === undefined
      ? await Deployment.own(keep)
      : await Deployment.named(url, process.env.CONVEX_ADMIN_KEY ?? "");
  const ledger = new Ledger();
  const tempo = new Tempo(speed);
  const crowd: Person[] = [];
  const burden: { mebibytes: number; core: number }[] = [];
  const began = performance.now();
  say(`To watch it, open
  the hall's screen   ${deployment.url}/arena
  the organisers'     ${deployment.url}/organiser  as ${ORGANISER}
  a participant's     ${deployment.url}/dashboard  as ${demoPeople(people)[0]?.email}
Both have the password "${PASSWORD}", once they have signed up.`);
  let phase = "";
  const watch = setInterval(() => {
    const mebibytes = deployment.server?.memoryMiB() ?? 0;
    if (mebibytes > 0)
      burden.push({ mebibytes, core: deployment.server?.cpuSeconds() ?? 0 });
    if (process.stdout.isTTY)
      process.stdout.write(`\r${phase} ${clockOf(tempo)}\u001B[K`);
  }, 1_000);
  const endKeys = followKeys(tempo);
  try {
    void deployment.count();
    await play(
      { deployment, ledger, tempo, crowd, people, faults, seed },
      (name) => {
        sayFigures(ledger, phase);
        phase = name;
        say(`${clockOf(tempo)}  ${name}`);
      },
    );
    sayFigures(ledger, phase);
    deployment.stopCounting();
    const rehearsed: Rehearsed = {
      people,
      speed,
      seed,
      seconds: (performance.now() - began) / 1_000,
      ledger,
      deployment,
      burden: sharesOf(burden),
    };
    say(`\n${asText(rehearsed)}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "rehearsal.html");
    writeFileSync(file, asPage(rehearsed));
    if (ledger.lost.length > 0) process.exitCode = 1;
    const kept =
      keep === undefined
        ? ""
        : `To look at what was played: DATA_DIR=${keep} npm start\n`;
    return `With pictures: ${file}\n${kept}`;
  } finally {
    clearInterval(watch);
    endKeys();
    await Promise.all(crowd.map(async (person) => person.close()));
    await deployment.close();
  }
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string" },
      keep: { type: "string" },
      people: { type: "string", default: "240" },
      speed: { type: "string", default: "360" },
      seed: { type: "string", default: "7" },
      faults: { type: "string", default: "" },
      report: { type: "string", default: ".cache" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) throw new Error(USAGE);
  if (values.url !== undefined && values.keep !== undefined)
    throw new Error(`What is at --url stays there\n${USAGE}`);
  const number = (name: "people" | "speed" | "seed", least: number) => {
    const value = Number(values[name]);
    if (!(value >= least))
      throw new Error(`--${name} is at least ${least}\n${USAGE}`);
    return value;
  };
  const asked = values.faults.split(",").filter((name) => name !== "");
  const isFault = (name: string): name is Fault =>
    FAULTS.some((fault) => fault === name);
  const unknown = asked.find((name) => !isFault(name));
  if (unknown !== undefined)
    throw new Error(`There is no fault "${unknown}"\n${USAGE}`);
  return {
    url: values.url,
    keep: values.keep,
    people: number("people", 4),
    speed: number("speed", 1),
    seed: number("seed", 0),
    faults: new Set(asked.filter(isFault)),
    folder: values.report,
  };
}

/** Space pauses, + and - change the speed. @returns a function that ends it */
function followKeys(tempo: Tempo): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  const onKey = (
    _: unknown,
    { sequence, ctrl, name }: { sequence: string; ctrl: boolean; name: string },
  ) => {
    if (ctrl && name === "c") process.kill(process.pid, "SIGINT");
    if (sequence === " ") tempo.change({ isPaused: !tempo.isPaused });
    if (sequence === "+") tempo.change({ speed: tempo.speed * 2 });
    if (sequence === "-") tempo.change({ speed: tempo.speed / 2 });
  };
  stdin.on("keypress", onKey);
  return () => {
    stdin.off("keypress", onKey);
    stdin.setRawMode(false);
    stdin.pause();
  };
}

/** The seconds of processor time between two looks. A new process begins at nothing. */
function sharesOf(looks: readonly { mebibytes: number; core: number }[]) {
  return looks.map(({ mebibytes, core }, k) => ({
    mebibytes,
    core: Math.max(0, core - (looks[k - 1]?.core ?? core)),
  }));
}

function sayFigures({ figures }: Ledger, phase: string): void {
  const counted = figures
    .filter(({ after }) => after === phase)
    .filter(({ found, expected }) => found + expected > 0)
    .map(({ what, found, expected }) =>
      found === expected
        ? `${found} ${what}`
        : `${found} instead of ${expected} ${what}`,
    );
  if (counted.length > 0) say(`      ${counted.join(", ")}`);
}

function clockOf(tempo: Tempo): string {
  const minute = Math.floor(tempo.now());
  const text = `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")} of ${MINUTES / 60} h`;
  return tempo.isPaused ? `${text}, paused` : `${text}, × ${tempo.speed}`;
}

function say(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? "\r\u001B[K" : ""}${text}\n`);
}
