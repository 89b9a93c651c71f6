/** The data on disk differs from what was acknowledged. */
export class DamagedDataError extends Error {
  override readonly name = "DamagedDataError";

  constructor(
    /**
     * Path of the damaged or missing file; null when the damage cannot be traced
     * to one file.
     */
    readonly file: string | null,
    /** What is wrong, worded to follow the path of the file if there is one. */
    readonly problem: string,
    cause?: unknown,
  ) {
    super(file === null ? problem : `${file} ${problem}`, { cause });
  }
}

export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";
}

/** A version of the engine with another format wrote the data. */
export class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";

  /**
   * @param found the format of the data
   * @param known the newest format that this version reads
   */
  constructor(found: string, known: string) {
    super(
      `it was written by another version of the server, in format ${found}, and this version reads formats up to ${known}`,
    );
  }
}
