/** Alternative texts of pictures; for forms and server. */
import * as z from "zod/mini";
import { MAX_ALT_LENGTH } from "./limits";
import { optionalLine } from "./schemas";

export const altSchema = z.object({
  alt: z._default(optionalLine("Description", MAX_ALT_LENGTH), ""),
});
