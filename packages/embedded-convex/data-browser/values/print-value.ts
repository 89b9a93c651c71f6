import { Base64, type Value } from "convex/values";

/**
 * Prints a value so that `parseValue` reads it back: JSON plus `12n` for
 * bigints, `bytes("…")` in base64, NaN, Infinity and -0.
 *
 * @param indent spaces per level; 0 prints one line
 */
export function printValue(value: Value, indent = 0): string {
  return print(value, indent === 0 ? null : " ".repeat(indent), "\n");
}

function print(value: Value, step: string | null, newline: string): string {
  if (value === null) return "null";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number")
    return Object.is(value, -0) ? "-0" : `${value}`;
  if (typeof value === "boolean") return `${value}`;
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof ArrayBuffer) return printBytes(value);
  const inner = step === null ? newline : newline + step;
  if (Array.isArray(value)) {
    const elements = value.map((element) => print(element, step, inner));
    return enclose(["[", "]"], elements, step, newline);
  }
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined
      ? []
      : [`${JSON.stringify(name)}: ${print(field, step, inner)}`],
  );
  return enclose(["{", "}"], fields, step, newline);
}

function enclose(
  [open, close]: [string, string],
  parts: string[],
  step: string | null,
  newline: string,
): string {
  if (parts.length === 0) return open + close;
  if (step === null) return open + parts.join(", ") + close;
  const inner = newline + step;
  return open + inner + parts.join(`,${inner}`) + newline + close;
}

function printBytes(bytes: ArrayBuffer): string {
  return `bytes("${Base64.fromByteArray(new Uint8Array(bytes))}")`;
}

/** Whether two values are equal; undefined (absent) equals only itself. */
export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  return printValue(a) === printValue(b);
}
