import { jsonToConvex, type JSONValue, type Value } from "convex/values";

/**
 * Decodes values whose JSON text is at hand. Encoded values all have a key that
 * starts with `$`, so text without one is already what it encodes: that saves
 * rebuilding nearly every value that passes through the host.
 *
 * @param json what `text`, or a part of it, parses to
 */
export function decodeValue(json: JSONValue, text: string): Value {
  return text.includes('"$') ? jsonToConvex(json) : (json as Value);
}
