/** Returns the code of an error of Node, LevelDB or the system, such as `EIO`, or null. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

/** Whether a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}
