type Esbuild = typeof import("esbuild");

let esbuild: Esbuild | undefined;

/** Loads esbuild on demand: a start with a cached bundle does not need it. */
export async function loadEsbuild(): Promise<Esbuild> {
  esbuild ??= await import("esbuild");
  return esbuild;
}

/** Ends esbuild's process, if there is one, which never returns memory. The next call starts another one. */
export async function stopEsbuild(): Promise<void> {
  await esbuild?.stop();
}
