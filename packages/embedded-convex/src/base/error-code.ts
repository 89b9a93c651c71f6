/** Returns the code of an error of Node, LevelDB or the system, such as `EIO`, or null. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

/** For `catch`: null in place of a file or folder that does not exist. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Whether the operating system refused something. */
export function isSystemError(
  error: unknown,
): error is Error & { syscall: unknown } {
  return error instanceof Error && "syscall" in error;
}
