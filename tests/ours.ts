/** Whether the facts are those of our own edition. What only that one says is not tested of another. */
import { facts } from "#edition/facts";

export const isOurs = (facts.edition as string) === "HackArena 2025";
