type Fields = Record<string, string | number | boolean | null>;

/**
 * What differs, and how it was before: the two sides of an audit entry.
 * Fields that `wanted` does not name stay and are not looked at.
 * @returns null when nothing differs
 */
export function changesBetween(
  current: Fields,
  wanted: Fields,
): { before: Fields; after: Fields } | null {
  const names = Object.keys(wanted).filter(
    (name) => wanted[name] !== current[name],
  );
  if (names.length === 0) return null;
  return { before: only(current, names), after: only(wanted, names) };
}

function only(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}
