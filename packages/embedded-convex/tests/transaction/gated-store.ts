import { MemoryStore, type MemoryDisk } from "../../src/storage/memory-store";
import type { StoreChange } from "../../src/storage/document-store";

/** A store whose writes wait until the test lets them through, or fails them. */
export class GatedStore extends MemoryStore {
  #isOpen = true;
  #failure: Error | null = null;
  #waiting: (() => void)[] = [];
  /** How many writes have been asked for. */
  writeCount = 0;

  constructor(disk?: MemoryDisk) {
    super(disk);
  }

  /** Makes writes wait from here on. */
  hold(): void {
    this.#isOpen = false;
  }

  /** Lets waiting writes, and all later ones, through. */
  release(): void {
    this.#isOpen = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  /** Lets waiting writes, and all later ones, fail. */
  failWith(error: Error): void {
    this.#failure = error;
    this.release();
  }

  override async write(changes: readonly StoreChange[]): Promise<void> {
    this.writeCount++;
    if (!this.#isOpen) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    if (this.#failure !== null) throw this.#failure;
    await super.write(changes);
  }
}
