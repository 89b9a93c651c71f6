import type { Overview } from "#convex/shared/organiser";

export type Day = Overview["registrations"][number];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fills gaps between days with sign-ups, up to `most` days; `earlier` counts the sign-ups before those. */
export function daysOf(
  registrations: readonly Day[],
  most: number,
): { days: Day[]; earlier: number } {
  const [first, last] = [registrations.at(0), registrations.at(-1)];
  if (first === undefined || last === undefined)
    return { days: [], earlier: 0 };
  const counts = new Map(registrations.map(({ day, count }) => [day, count]));
  const lastMs = Date.parse(last.day);
  const firstMs = Math.max(Date.parse(first.day), lastMs - (most - 1) * DAY_MS);
  const days = Array.from(
    { length: Math.round((lastMs - firstMs) / DAY_MS) + 1 },
    (_, index) => {
      const day = new Date(firstMs + index * DAY_MS).toISOString().slice(0, 10);
      return { day, count: counts.get(day) ?? 0 };
    },
  );
  return { days, earlier: totalOf(registrations) - totalOf(days) };
}

export function totalOf(days: readonly Day[]): number {
  return days.reduce((sum, { count }) => sum + count, 0);
}
