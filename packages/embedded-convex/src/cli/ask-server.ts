import { readAdminKey } from "./admin-key";
import { addressOf, type Settings } from "./settings";
import { explainStartError, StartError } from "./start-error";

/**
 * Asks the running server that the settings describe, as its administrator.
 *
 * @param body what is posted; without it the answer is only read
 * @param hint follows when no server answers
 * @returns the JSON of its answer
 * @throws StartError when no such server answers, or in the words of one that refuses
 */
export async function askServer<Answer>(
  settings: Settings,
  path: string,
  body?: object,
  hint = "",
): Promise<Answer> {
  const key = await readAdminKey(settings.dataDir, false).catch(
    (error: unknown) => {
      throw explainStartError(error, settings);
    },
  );
  const { origin } = addressOf(settings.host, settings.port);
  const response = await fetch(origin + path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { authorization: `Convex ${key}` },
  }).catch(() => {
    throw new StartError(`No server answers at ${origin}${hint}`);
  });
  const answer = (await response.json().catch(() => ({}))) as unknown;
  if (response.ok) return answer as Answer;
  const { message } = answer as { message?: string };
  throw new StartError(message ?? `${origin} is another server`);
}
