import { text } from "node:stream/consumers";
import { openPromise } from "yauzl";

/** Returns the texts of an archive's entries, by name. */
export async function contents(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path, { autoClose: false });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    texts.set(entry.fileName, await text(stream));
  }
  zip.close();
  return texts;
}
