import { hashSources } from "./hash-sources";

/** Everything that the built page is made of. */
const SOURCES = [
  "src",
  "public",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "convex/_generated",
  "convex/shared",
];

/**
 * Returns a text that is the same as long as a build would give the same page:
 * a hash of the contents it is made of and of the variables it can read.
 */
export async function pageStamp(
  root: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const hash = await hashSources(root, SOURCES);
  for (const name of Object.keys(variables).sort()) {
    if (!name.startsWith("VITE_")) continue;
    hash.update(`${name}\0${variables[name] ?? ""}\0`);
  }
  return hash.digest("hex");
}
