type BuildOptions = {
  folder: string;
  /** The folder that `sources` are relative to. */
  root: string;
  /** Files and folders that the build depends on; missing ones are ignored. */
  sources: readonly string[];
  /** The variables that the build depends on. */
  variables?: Readonly<Record<string, string | undefined>>;
  /** Builds into `aside`, an empty folder. `ensureBuild` rejects if it does. */
  build: (aside: string) => Promise<void>;
};

/**
 * Builds into `folder`, unless it contains a build of exactly these sources and
 * variables. Replacing a build is atomic: the new one is made in a temporary
 * folder and renamed, so that a killed process or concurrent builds never leave
 * a partial one.
 *
 * @returns whether it built
 */
export function ensureBuild(options: BuildOptions): Promise<boolean>;
