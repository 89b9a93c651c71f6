import { findingScenarios } from "./finding";
import { leadingScenarios } from "./leading";
import { projectScenarios } from "./projects";
import { teamScenarios } from "./teams";

/** Every scenario as `test.each` takes it: its title, and how to run it on a stage. */
export const scenarios = [
  ...teamScenarios,
  ...leadingScenarios,
  ...findingScenarios,
  ...projectScenarios,
].map(({ title, run }) => [title, run] as const);
