import * as z from "zod";
import { badRequest } from "../base/errors";

/** @throws RequestError 400 for a body of another shape */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw badRequest("BadJsonBody", z.prettifyError(parsed.error));
}
