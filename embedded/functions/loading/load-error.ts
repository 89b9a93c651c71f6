import type { SourceMaps } from "./source-maps";

/** A module of the deployment failed while it was evaluated. */
export class LoadError extends Error {
  override readonly name = "LoadError";
  /** The module, with the path of its component. */
  readonly module: string;

  constructor(module: string, cause: unknown, sourceMaps: SourceMaps) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const stack = cause instanceof Error ? (cause.stack ?? "") : "";
    const frames = sourceMaps.frames(stack);
    super([`Failed to load ${module}: ${reason}`, ...frames].join("\n"), {
      cause,
    });
    this.module = module;
  }
}

/**
 * Evaluates a module of a component; throws a LoadError that names it, and
 * the line in it, when that fails.
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
    // A definition may have asked for that of another component.
    if (cause instanceof LoadError) throw cause;
    const place = component === "" ? module : `${component}/${module}`;
    throw new LoadError(place, cause, sourceMaps);
  }
}
