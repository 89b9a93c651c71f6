import * as z from "zod";
import { RequestError } from "../base/errors";

/** @throws RequestError 400 for a body of another shape */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new RequestError(400, "BadJsonBody", z.prettifyError(parsed.error));
}
