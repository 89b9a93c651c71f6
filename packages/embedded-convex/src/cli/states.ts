import { STATES_PATH } from "../admin/admin-api";
import { readAdminKey } from "./admin-key";
import { SERVE_FLAGS } from "./help";
import { addressOf, type Settings } from "./settings";
import { explainStartError, StartError } from "./start-error";

const COMMANDS = ["save", "load", "states"] as const;

export type StateCommand = (typeof COMMANDS)[number];

const { data, port } = SERVE_FLAGS;
export const STATE_FLAGS = { data, port } as const;

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
  const { dataDir, host } = settings;
  const key = await readAdminKey(dataDir, false).catch((error: unknown) => {
    throw explainStartError(error, settings);
  });
  const isList = command === "states";
  const { origin } = addressOf(host, settings.port);
  const path = isList ? STATES_PATH : `${STATES_PATH}/${command}`;
  const response = await fetch(origin + path, {
    method: isList ? "GET" : "POST",
    headers: { authorization: `Convex ${key}` },
    ...(!isList && { body: JSON.stringify({ name }) }),
  }).catch(() => {
    throw new StartError(
      `No server answers at ${origin}: start one with --dev, or name its port by --port or PORT`,
    );
  });
  const text = await response.text();
  if (!response.ok) throw new StartError(messageIn(text));
  if (command === "save") return `Saved as ${name}`;
  const answer = JSON.parse(text) as string[] | { documents: number };
  if (Array.isArray(answer)) return answer.join("\n") || "There are no states";
  return `Loaded ${name}: ${answer.documents} documents`;
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { message: string }).message;
  } catch {
    return "What answers there is no server of this package";
  }
}
