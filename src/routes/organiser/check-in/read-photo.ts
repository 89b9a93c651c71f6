import { openCodeReader } from "./code-reader";

/** Reads the code in a photo. @returns its text; null if none is readable */
export async function readPhoto(photo: Blob): Promise<string | null> {
  const reader = await openCodeReader();
  try {
    return await reader.read(await createImageBitmap(photo));
  } catch {
    // No picture.
    return null;
  } finally {
    reader.close();
  }
}
