import type { Clock } from "../../base/clock";
import type { Logger } from "../../base/logger";
import type { SourceMaps } from "../app/source-maps";

/** What module code sees while no function is running. */
export type Surroundings = {
  clock: Clock;
  logger: Logger;
  /** `process.env` */
  environment: Readonly<Record<string, string>>;
};

/** Shared by all modules of one load. */
export type LoadContext = Surroundings & { sourceMaps: SourceMaps };
