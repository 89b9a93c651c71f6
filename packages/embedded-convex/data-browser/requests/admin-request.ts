/**
 * Sends a GET request with the admin key.
 *
 * @returns the JSON of the response
 * @throws an Error whose message can be shown to the user; AbortError
 */
export async function adminRequest(
  path: string,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<unknown> {
  const headers = { authorization: `Convex ${key}` };
  const init: RequestInit = { headers, cache: "no-store", signal };
  const response = await fetch(path, init).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new Error("The backend does not answer.");
  });
  const text = await response.text();
  if (response.ok) return text === "" ? null : (JSON.parse(text) as unknown);
  throw failureOf(response.status, text);
}

function failureOf(status: number, text: string): Error {
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    if (typeof code === "string" && typeof message === "string") {
      return new Error(message);
    }
  } catch {
    // Not a response of the backend: a proxy in between has answered.
  }
  return new Error(`The answer was ${status}.`);
}
