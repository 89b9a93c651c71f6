/** The final: chosen judges put the best projects in order. */
import { v, type Infer } from "convex/values";

/** How many projects may be in a final. */
export const FINAL_SIZES = [3, 4, 5] as const;
export const finalSizeValidator = v.union(
  ...FINAL_SIZES.map((size) => v.literal(size)),
);

/** A judge's sheet. `order`: the best first; null until it is given. */
export const finalSheetValidator = v.object({
  order: v.nullable(v.array(v.id("projects"))),
  /** In an order that says nothing of their places. */
  projects: v.array(
    v.object({
      projectId: v.id("projects"),
      name: v.string(),
      table: v.string(),
    }),
  ),
});
export type FinalSheet = Infer<typeof finalSheetValidator>;

/** The final as organisers see it: projects by name, the best by the scores first. */
export const finalViewValidator = v.object({
  _id: v.id("finals"),
  projects: v.array(v.string()),
  judges: v.array(
    v.object({ name: v.string(), order: v.nullable(v.array(v.string())) }),
  ),
});
export type FinalView = Infer<typeof finalViewValidator>;
