/** `npm run rehearse` and the benches: loads a play, which Node itself cannot read, and prints its report. */
import { runModule } from "../../.ci/run-module.mjs";

const PLAYS = {
  rehearsal: "tests/load/rehearsal/rehearse.ts",
  "live-team": "tests/load/live-team.ts",
  "--projects": "tests/load/typing.ts",
  "--line": "tests/load/first-seconds.ts",
  crowd: "tests/load/crowd.ts",
  "--find": "tests/load/find.ts",
  "--hall": "tests/load/hall.ts",
  onlookers: "tests/load/onlookers.ts",
  attacks: "packages/embedded-convex/bench/attacks.mjs",
  innocent: "packages/embedded-convex/bench/innocent.mjs",
};

const [, , ...given] = process.argv;
const play = given.findLast((argument) => argument in PLAYS);
const args = given.filter((argument) => !(argument in PLAYS));
await runModule(PLAYS[play], args);
// Also if a server could not be used: it ends with this process.
process.exit();
