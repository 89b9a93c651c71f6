import * as z from "zod/mini";
import { signInSchema } from "../../../convex/shared/schemas";

/** What the login screen collects: what the server takes, and where this browser keeps the session. */
export const loginSchema = z.extend(signInSchema, {
  rememberMe: z.boolean(),
});
