import { messageOf } from "../../base/errors";
import { engineStackOf } from "../calls/error-stacks";
import type { SourceMaps } from "../app/source-maps";

/** A module of the app failed during evaluation. */
export class LoadError extends Error {
  override readonly name = "LoadError";

  /** @param module its path, prefixed with its component's */
  constructor(module: string, cause: unknown, sourceMaps: SourceMaps) {
    const stack = cause instanceof Error ? engineStackOf(cause) : "";
    const text = `Failed to load ${module}: ${messageOf(cause)}`;
    super([text, ...sourceMaps.frames(stack)].join("\n"), { cause });
  }
}

/**
 * Evaluates a module of a component.
 *
 * @throws LoadError naming the module, with the stack mapped to its source
 */
export function evaluating<Result>(
  module: string,
  component: string,
  sourceMaps: SourceMaps,
  load: () => Result,
): Result {
  try {
    return load();
  } catch (cause) {
    // Thrown by the evaluation of another definition that this one imports.
    if (cause instanceof LoadError) throw cause;
    const place = component === "" ? module : `${component}/${module}`;
    throw new LoadError(place, cause, sourceMaps);
  }
}
