import type { Message } from "esbuild";

/** The functions folder cannot be bundled; the message says where and why. */
export class BundleError extends Error {
  override readonly name = "BundleError";
}

/** Makes a BundleError of esbuild's messages, one line each. */
export function bundleErrorFrom(messages: readonly Message[]): BundleError {
  return new BundleError(messages.map(formatMessage).join("\n"));
}

/** Tells whether esbuild failed because of what it read. */
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
