import { readFileSync, statSync } from "node:fs";
import { type DeploymentKeys, keysFile, parseKeys } from "./deployment-keys";

/** The admin key as it is now: another process may give it a new value. */
export class AdminKey {
  readonly #file: string;
  #value: string;
  #stamp: string;

  constructor(dataDir: string, { adminKey }: DeploymentKeys) {
    this.#file = keysFile(dataDir);
    this.#value = adminKey;
    this.#stamp = this.#readStamp();
  }

  /** Looks at the file, for whoever has the key asks for much more than that. */
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
