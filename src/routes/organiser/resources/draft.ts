import * as z from "zod/mini";
import {
  addResourceSchema,
  resourceSchema,
} from "#convex/shared/organiserSchemas";
import {
  notOver,
  publicationOf,
  type TypedPublication,
} from "../editing/publication-time";

/** The fields' values. */
export type Typed = TypedPublication & {
  title: string;
  url: string;
  description: string;
  order: string;
};

function drafted(typed: Typed) {
  const { title, url, description, order } = typed;
  return {
    title,
    url,
    description,
    order: order.trim() === "" ? Number.NaN : Number(order),
    publishAt: publicationOf(typed),
  };
}

/** Turns the fields of a new resource into the mutation's arguments. */
export const composeSchema = z.pipe(
  z.transform(drafted),
  addResourceSchema.check(notOver),
);

/** The same for an existing resource, whose time may be past. */
export const editSchema = z.pipe(z.transform(drafted), resourceSchema);
