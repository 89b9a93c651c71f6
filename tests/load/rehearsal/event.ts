/** The event as it is played, phase after phase. */
import { isDeepStrictEqual } from "node:util";
import { api } from "#convex/_generated/api";
import { MAX_LISTED } from "#convex/platform/shared/lists";
import { announcements } from "./announcements";
import { arrivals } from "./arrivals";
import { ceremony } from "./ceremony";
import { correction } from "./correction";
import { cuts, kill } from "./faults";
import { figuresOf } from "./figures";
import { changesAfterFreeze } from "./freeze";
import { help } from "./help";
import { judging } from "./judging";
import { ARENA, openPage } from "../pages";
import { formTeams, importPlaces, signUps } from "./sign-ups";
import {
  appointed,
  AT,
  MINUTES,
  newPerson,
  type Cast,
  type Stage,
} from "./stage";
import { writing } from "./writing";

export { FAULTS, MINUTES, ORGANISER, PASSWORD, type Fault } from "./stage";

/** Who search for a project in the gallery, which the page does. */
const SEARCHERS = 10;

/** What happens in it, to whom has come before. */
type Phase = {
  name: string;
  /** The minute at which it begins. */
  at: number;
  play: (stage: Stage, cast: Cast) => Promise<void>;
};

/** Signs up the organiser, with whom every event begins. */
async function open(stage: Stage): Promise<Cast> {
  const [organiser] = await appointed(stage, "organiser", 1);
  if (organiser === undefined) throw new Error("no organiser");
  await openPage(organiser, "organisers");
  await importPlaces(stage, organiser);
  return { organiser, people: [], teams: [] };
}

const PHASES: readonly Phase[] = [
  {
    name: "People sign up and form teams",
    at: AT.signUps,
    play: async (stage, cast) => {
      cast.people = await signUps(stage);
      cast.teams = await formTeams(stage, cast);
    },
  },
  {
    name: "Team changes close",
    at: AT.freeze,
    play: async (stage, cast) => {
      await cast.organiser.press(api.settings.change, {
        teamChangesOpen: false,
      });
      await changesAfterFreeze(stage, cast);
    },
  },
  { name: "The event is live", at: AT.start, play: live },
  { name: "Judging", at: AT.judging, play: judging },
  {
    name: "Results",
    at: AT.results,
    play: async (stage, cast) => {
      await cast.organiser.press(api.judging.close, {});
      await ceremony(stage, cast);
      await stage.tempo.at(AT.over);
      await cast.organiser.press(api.settings.change, {
        phase: "over",
        galleryPublished: true,
      });
      for (const person of cast.people.slice(0, SEARCHERS))
        await person.query(api.projects.gallery, { limit: MAX_LISTED });
    },
  },
];

/** @param onPhase called when a phase begins */
export async function play(
  stage: Stage,
  onPhase: (name: string) => void,
): Promise<void> {
  const { deployment, ledger, tempo } = stage;
  onPhase("The organiser opens the event");
  const cast = await open(stage);
  for (const phase of PHASES) {
    onPhase(phase.name);
    await tempo.begin(phase.at);
    await phase.play(stage, cast);
    const { findings } = await deployment.integrity();
    for (const finding of findings)
      ledger.lost.push(`${phase.name}: ${JSON.stringify(finding)}`);
    ledger.noteFigures(phase.name, await figuresOf(stage, cast));
    await ledger.check(phase.name);
  }
}

async function live(stage: Stage, cast: Cast): Promise<void> {
  const { tempo, faults } = stage;
  const clockAt = (minute: number) =>
    Math.round(Date.now() + tempo.msUntil(minute));
  const hall = newPerson(stage, { name: "Hall", email: "hall" });
  for (const [query, args] of ARENA) hall.watch(query, args);
  await cast.organiser.press(api.settings.change, {
    phase: "live",
    checkInOpen: true,
    helpOpen: true,
    arenaOpen: true,
    startsAt: clockAt(AT.start),
    endsAt: clockAt(MINUTES),
    submissionsOpenAt: Date.now() - 1_000,
    submissionsCloseAt: clockAt(AT.close),
  });
  await Promise.all([
    arrivals(stage, cast),
    announcements(stage, cast),
    tempo.at(AT.correction).then(async () => correction(stage, cast)),
    help(stage, cast),
    wrongPhase(stage, cast),
    ...cast.teams.map(async (team) => writing(stage, team)),
    ...(faults.has("line") ? [cuts(stage, cast)] : []),
    ...(faults.has("kill") ? [kill(stage)] : []),
  ]);
}

/** The organiser presses the wrong phase, which ends the clock, and takes it back. */
async function wrongPhase(stage: Stage, { organiser }: Cast): Promise<void> {
  const { ledger, tempo } = stage;
  await tempo.at(AT.wrongPhase);
  const before = await organiser.stored(api.settings.current, {});
  const { addresses: _addresses, ...seen } = before;
  const wrong = { phase: "over", endsAt: "now" } as const;
  await organiser.press(api.settings.change, { ...wrong, seen });
  const recent = await organiser.stored(api.settings.recentChanges, {});
  const changeId = recent?.changes.find(({ names }) =>
    names.includes("phase"),
  )?._id;
  if (changeId !== undefined && recent?.last)
    await organiser.press(api.settings.takeBack, {
      changeId,
      seen: recent.last,
    });
  const after = await organiser.stored(api.settings.current, {});
  if (!isDeepStrictEqual(after, before))
    ledger.lost.push("The event's times, after a wrong phase was taken back");
}
