/** Another process has the data directory open. */
export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";
  readonly directory: string;

  constructor(directory: string, cause: unknown) {
    super(`Another process is using the data directory ${directory}`, {
      cause,
    });
    this.directory = directory;
  }
}
