/** The backend's response to a key. */
export type KeyCheck = "accepted" | "refused" | "unreachable";

/** Asks the backend whether a key is its admin key. Never rejects. */
export async function checkKey(key: string): Promise<KeyCheck> {
  // Other characters are not valid in a header, so this is not a key.
  if (!/^[\x21-\x7e]+$/.test(key)) return "refused";
  try {
    const { status } = await fetch("/api/v1/get_canonical_urls", {
      headers: { authorization: `Convex ${key}` },
    });
    if (status === 401 || status === 403) return "refused";
    return status === 200 ? "accepted" : "unreachable";
  } catch {
    return "unreachable";
  }
}
