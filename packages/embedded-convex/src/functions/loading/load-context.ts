import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import type { SourceMaps } from "../app/source-maps";

/** What module code sees while no function is running. */
export type Surroundings = {
  clock: Clock;
  logger: Logger;
  /** `process.env` */
  environment: Readonly<Record<string, string>>;
  /** Takes precedence whenever code reads a variable: those of a test's process. */
  currentEnvironment?: Readonly<Record<string, string | undefined>>;
};

/** Shared by all modules of one load. */
export type LoadContext = Surroundings & { sourceMaps: SourceMaps };
