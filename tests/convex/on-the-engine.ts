/** Stands for `convex-test` in the project that runs files of this folder on the embedded backend. */
import type { GenericSchema, SchemaDefinition } from "convex/server";
import { embedded } from "embedded-convex/vitest";

export const convexTest = <Schema extends GenericSchema>(
  schema: SchemaDefinition<Schema, boolean>,
) => embedded({ schema });
