import { jsonToConvex, type JSONValue, type Value } from "convex/values";

/**
 * Decodes a value whose JSON text is at hand. Encoded special values have a key
 * that starts with `$`; JSON without one is the value itself, so nearly all
 * values need no copy.
 *
 * @param json parsed from `text` or from a part of it
 */
export function decodeValue(json: JSONValue, text: string): Value {
  return text.includes('"$') ? jsonToConvex(json) : (json as Value);
}
