import { STATES_PATH } from "../admin/admin-api";
import { askServer } from "./ask-server";
import type { Settings } from "./settings";

const COMMANDS = ["save", "load", "states"] as const;

export type StateCommand = (typeof COMMANDS)[number];

export function isStateCommand(command?: string): command is StateCommand {
  return COMMANDS.some((one) => one === command);
}

/**
 * Saves or loads a state of the running server that the settings describe, or
 * lists its states.
 *
 * @returns what to print
 * @throws StartError when no such server answers, or it refuses
 */
export async function runStateCommand(
  command: StateCommand,
  name: string,
  settings: Settings,
): Promise<string> {
  const path = command === "states" ? "" : `/${command}`;
  const { done } = await askServer<{ done?: string }>(
    settings,
    STATES_PATH + path,
    { name },
    ": start one with --dev, or set PORT to its port",
  );
  return done ?? "";
}
