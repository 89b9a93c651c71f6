import { readFileSync, statSync } from "node:fs";
import {
  type DeploymentKeys,
  keysFile,
  otherKeys,
  parseKeys,
  signingDigestOf,
} from "./deployment-keys";

/** The current admin key. `admin-key --rotate`, another process, changes it. */
export class AdminKey {
  #keys: DeploymentKeys;
  /** Null if the file was missing when it was last looked at. */
  #stamp: string | null;

  constructor(
    private readonly dataDir: string,
    keys: DeploymentKeys,
  ) {
    this.#keys = keys;
    this.#stamp = this.#readStamp();
  }

  /**
   * Checks on every read whether the file has changed. The check is cheap
   * compared with the calls that need the key. A missing file changes nothing.
   *
   * @throws DamagedDataError when the changed file is damaged or another
   *   deployment's
   */
  get value(): string {
    const stamp = this.#readStamp();
    if (stamp !== null && stamp !== this.#stamp) this.#read(stamp);
    return this.#keys.adminKey;
  }

  #read(stamp: string): void {
    const file = keysFile(this.dataDir);
    const found = parseKeys(readFileSync(file, "utf8"), file);
    const isOurs = signingDigestOf(found) === signingDigestOf(this.#keys);
    if (!isOurs) throw otherKeys(file);
    this.#keys = found;
    this.#stamp = stamp;
  }

  #readStamp(): string | null {
    const file = keysFile(this.dataDir);
    const found = statSync(file, { throwIfNoEntry: false });
    return found === undefined ? null : `${found.ino} ${found.mtimeMs}`;
  }
}
