import * as z from "zod/mini";

/** What has to be typed before an account is deleted. */
export const CONFIRMATION = "DELETE";

export const deleteSchema = z.object({
  confirmation: z
    .string()
    .check(
      z.refine(
        (typed) => typed.trim() === CONFIRMATION,
        `Type ${CONFIRMATION} in capitals to confirm.`,
      ),
    ),
  alsoUnsubscribe: z.optional(z.boolean()),
});
