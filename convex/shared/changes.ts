type Fields = Record<string, string | number | boolean | null>;

/**
 * Returns the fields that `wanted` would change, with their values before and
 * after, for an audit entry. Fields that `wanted` does not name are ignored.
 * @returns null if nothing would change
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
