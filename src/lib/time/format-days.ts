import { formatMonthFirst } from "./format-time";

/** Two days as the specification spells them: "June 28-29, 2025", "June 30 - July 1, 2025". */
export function formatDays(first: string, last: string): string {
  const [from, to] = [formatMonthFirst(first), formatMonthFirst(last)];
  const [[day = "", year], [lastDay = "", lastYear]] = [
    from.split(", "),
    to.split(", "),
  ];
  const [[month], [lastMonth, number]] = [day.split(" "), lastDay.split(" ")];
  if (from === to) return from;
  if (year !== lastYear) return `${from} - ${to}`;
  return month === lastMonth
    ? `${day}-${number}, ${year}`
    : `${day} - ${lastDay}, ${year}`;
}
