import { readFileSync, statSync } from "node:fs";
import { type DeploymentKeys, keysFile, parseKeys } from "./deployment-keys";

/** The current admin key. `admin-key --rotate`, another process, changes it. */
export class AdminKey {
  readonly #file: string;
  #value: string;
  #stamp: string;

  constructor(dataDir: string, { adminKey }: DeploymentKeys) {
    this.#file = keysFile(dataDir);
    this.#value = adminKey;
    this.#stamp = this.#readStamp();
  }

  /**
   * Checks on every read whether the file has changed. The check is cheap
   * compared with the calls that need the key.
   *
   * @throws DamagedDataError when the changed file is damaged
   */
  get value(): string {
    const stamp = this.#readStamp();
    if (stamp !== this.#stamp) {
      const text = readFileSync(this.#file, "utf8");
      this.#value = parseKeys(text, this.#file).adminKey;
      this.#stamp = stamp;
    }
    return this.#value;
  }

  #readStamp(): string {
    const { ino, mtimeMs } = statSync(this.#file);
    return `${ino} ${mtimeMs}`;
  }
}
