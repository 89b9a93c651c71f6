import type { Message } from "esbuild";

/** The functions folder cannot be bundled; the message says where and why. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}

/** @returns a BundleError with one line per message of esbuild */
export function bundleErrorFrom(messages: readonly Message[]): BundleError {
  return new BundleError(messages.map(formatMessage).join("\n"));
}

/** Whether esbuild failed because of the code that it read. */
export function isBuildFailure(
  error: unknown,
): error is Error & { errors: Message[] } {
  return (
    error instanceof Error && "errors" in error && Array.isArray(error.errors)
  );
}

function formatMessage({ location, text, notes }: Message): string {
  const where = location
    ? `${location.file}:${location.line}:${location.column + 1}: `
    : "";
  const needsNode = notes.some((note) =>
    note.text.includes("Are you trying to bundle for node?"),
  );
  const hint = needsNode
    ? ' (Node APIs need a file of actions that starts with "use node")'
    : "";
  return `${where}${text}${hint}`;
}
