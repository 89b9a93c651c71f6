/**
 * Environment variables of the functions that can be wrong. A wrong one counts as not
 * set, so that nothing fails in the middle of an event. The log says so whenever the
 * functions are loaded: the embedded backend loads them when it starts and when a
 * variable is set, Convex for each call.
 */

/** Returns the number that a variable is set to; `otherwise` if it is set to none. */
export function wholeNumber(name: string, otherwise: number): number {
  const text = valueOf(name);
  return isWholeNumber(text) ? Number(text) : otherwise;
}

/** Call it when the functions are loaded, for each variable that `wholeNumber` reads. */
export function warnUnlessNumber(name: string, otherwise: number): void {
  const text = valueOf(name);
  if (text === "" || isWholeNumber(text)) return;
  console.warn(`${name} is not a whole number: ${otherwise} is used`);
}

/**
 * Call it when the functions are loaded, for variables that mean something only if all
 * of `needed` are set.
 *
 * @param names variables that are set for that purpose alone
 * @param consequence what the log says of it
 */
export function warnUnlessAll(
  names: readonly string[],
  needed: readonly string[],
  consequence: string,
): void {
  const missing = needed.filter((name) => valueOf(name) === "");
  const [given] = names.filter((name) => valueOf(name) !== "");
  if (given === undefined || missing.length === 0) return;
  console.warn(
    `${given} is set without ${missing.join(" and ")}: ${consequence}`,
  );
}

function valueOf(name: string): string {
  return process.env[name]?.trim() ?? "";
}

function isWholeNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
