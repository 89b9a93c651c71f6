/** What the prizes are worth. */
import { prizePool, prizes } from "#edition/prizes";
import { inWords } from "../lib/in-words";
import type { Amount } from "./schemas";

export { prizePool, prizes };

/** The special awards, which are the tracks that a project can enter. */
export const specialAwards = prizes.flatMap(({ awards }) => [...awards]);

/** "six special awards" */
export const awardsInWords = `${inWords(specialAwards.length)} special ${specialAwards.length === 1 ? "award" : "awards"}`;

/** The sum of all prizes, by currency. */
export const paidOut: readonly Amount[] = (["INR", "USD"] as const)
  .map((currency) => ({
    currency,
    value: prizes
      .flatMap(({ amounts }): Amount[] => [...amounts])
      .filter((amount) => amount.currency === currency)
      .reduce((sum, { value }) => sum + value, 0),
  }))
  .filter(({ value }) => value > 0);
