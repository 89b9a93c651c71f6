type AdminRequest = {
  key: string;
  /** Sent as JSON by POST; without a body the request is a GET. */
  body?: object;
  signal?: AbortSignal;
};

/**
 * Sends an HTTP request with the admin key.
 *
 * @returns the JSON of the response
 * @throws an Error whose message can be shown to the user; AbortError
 */
export async function adminRequest(
  path: string,
  { key, body, signal }: AdminRequest,
): Promise<unknown> {
  const headers = {
    authorization: `Convex ${key}`,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const init: RequestInit = {
    method: body === undefined ? "GET" : "POST",
    headers,
    cache: "no-store",
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  };
  const response = await fetch(path, init).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
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
