/** The backend refused a request, or could not be reached. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  /** What the backend calls the reason; null when it did not answer. */
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

type AdminRequest = {
  key: string;
  /** Sent as JSON; without it the request is a GET. */
  body?: object;
  signal?: AbortSignal;
};

/**
 * Asks the backend something that only the admin key gives.
 *
 * @returns the answer's JSON
 * @throws RequestFailure with a sentence for a person; AbortError
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
    throw new RequestFailure("The backend does not answer.", null);
  });
  const text = await response.text();
  if (response.ok) return text === "" ? null : (JSON.parse(text) as unknown);
  throw failureOf(response.status, text);
}

function failureOf(status: number, text: string): RequestFailure {
  try {
    const { code, message } = JSON.parse(text) as Record<string, unknown>;
    if (typeof code === "string" && typeof message === "string") {
      return new RequestFailure(message, code);
    }
  } catch {
    // It is no answer of the backend: somebody in between has spoken.
  }
  return new RequestFailure(`The answer was ${status}.`, null);
}
