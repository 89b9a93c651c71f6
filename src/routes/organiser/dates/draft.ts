import * as z from "zod/mini";
import { dateSchema } from "#convex/shared/organiserSchemas";
import { parseIndianTime } from "../frame/indian-time";

/** The fields' values: `startsAt` is a day ("2025-05-25"), `time` is "18:00". */
export type Typed = {
  title: string;
  startsAt: string;
  time: string;
  wholeDay: boolean;
};

/** The instant in India's time; NaN if it is not whole. */
export function instantOf({ startsAt, time, wholeDay }: Typed): number {
  const typed = `${startsAt}T${wholeDay ? "00:00" : time}`;
  return parseIndianTime(typed) ?? Number.NaN;
}

/** Turns the fields into the mutation's arguments. */
export const draftSchema = z.pipe(
  z.transform((typed: Typed) => ({
    title: typed.title,
    startsAt: instantOf(typed),
    wholeDay: typed.wholeDay,
  })),
  dateSchema,
);
