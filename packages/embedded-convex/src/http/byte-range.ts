/** Offsets of the first and the last byte, both inclusive. */
export type ByteRange = { start: number; end: number };

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Parses a `Range` header for a file of `size` bytes.
 *
 * @returns null for the whole file: without a header, for a header that is
 *   malformed or has several ranges, and for any range of a file that is empty
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = RANGE.exec(header ?? "") ?? [];
  if (size === 0 || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    if (length === 0) return "unsatisfiable";
    return { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, end } : "unsatisfiable";
}
