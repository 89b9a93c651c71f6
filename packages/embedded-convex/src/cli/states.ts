import { STATES_PATH } from "../admin/admin-api";
import { readAdminKey } from "./admin-key";
import { addressOf, type Settings } from "./settings";
import { explainStartError, StartError } from "./start-error";

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
  const key = await readAdminKey(settings.dataDir, false).catch(
    (error: unknown) => {
      throw explainStartError(error, settings);
    },
  );
  const { origin } = addressOf(settings.host, settings.port);
  const path = command === "states" ? "" : `/${command}`;
  const response = await fetch(origin + STATES_PATH + path, {
    method: "POST",
    headers: { authorization: `Convex ${key}` },
    body: JSON.stringify({ name }),
  }).catch(() => {
    throw new StartError(
      `No server answers at ${origin}: start one with --dev, or set PORT to its port`,
    );
  });
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok) return answer.done ?? "";
  throw new StartError(answer.message ?? `${origin} is another server`);
}

type Answer = { done?: string; message?: string };
