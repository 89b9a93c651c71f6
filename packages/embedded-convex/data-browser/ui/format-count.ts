const counts = new Intl.NumberFormat("en");

/** A whole number with thousands separators. */
export function formatCount(count: number): string {
  return counts.format(count);
}
