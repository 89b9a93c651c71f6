/** The data on disk differs from what was acknowledged. */
export class DamagedDataError extends Error {
  override readonly name = "DamagedDataError";
  /**
   * Path of the damaged or missing file; null when the damage cannot be traced
   * to one file.
   */
  readonly file: string | null;
  /** What is wrong, worded to follow the path of the file if there is one. */
  readonly problem: string;

  constructor(file: string | null, problem: string, cause?: unknown) {
    super(file === null ? problem : `${file} ${problem}`, { cause });
    this.file = file;
    this.problem = problem;
  }
}
