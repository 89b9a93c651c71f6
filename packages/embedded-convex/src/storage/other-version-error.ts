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
