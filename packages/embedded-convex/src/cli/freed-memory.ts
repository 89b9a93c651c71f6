/** glibc's function; its argument is what to keep at the end of the heap, in bytes. */
const MALLOC_TRIM = "int malloc_trim(size_t pad)";

let trim: ((pad: number) => number) | null | undefined;

/**
 * Gives freed memory back to the system, where Node's `malloc` keeps it: glibc
 * itself gives back only what lies behind the last object that is in use. Takes
 * some milliseconds, and some more the first time. Does nothing where there is no
 * such function (macOS, Windows, musl) or no way to call it.
 */
export async function returnFreedMemory(): Promise<void> {
  if (trim === undefined) trim = await loadTrim();
  trim?.(0);
}

async function loadTrim(): Promise<typeof trim> {
  if (process.platform !== "linux") return null;
  try {
    const { default: koffi } = await import("koffi");
    return koffi.load(null).func(MALLOC_TRIM);
  } catch {
    return null;
  }
}
