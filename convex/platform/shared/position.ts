/** Reads a position; null if it is none on earth. */
export function positionOf(text: string) {
  const [, first, second] =
    /^(-?\d{1,2}(?:\.\d{1,8})?), ?(-?\d{1,3}(?:\.\d{1,8})?)$/u.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  const [latitude, longitude] = [Number(first), Number(second)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : null;
}
