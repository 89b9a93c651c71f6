import type { Document } from "../index/document";
import type { Key } from "../values/keys";

/** A document and its key in each index of its table. */
export type Version = {
  readonly document: Document;
  readonly keys: readonly Key[];
};

/** A change of one document; null stands for its absence. */
export type Write = {
  /** Of its table. */
  readonly slot: number;
  readonly before: Version | null;
  readonly after: Version | null;
};

/** The changes of a transaction in the order they were made. */
export class WriteSet {
  readonly #writes: Write[] = [];

  get size(): number {
    return this.#writes.length;
  }

  add(write: Write): void {
    this.#writes.push(write);
  }

  /** Takes back all but the first `size` writes, calling `undo` newest first. */
  rollback(size: number, undo: (write: Write) => void): void {
    while (this.#writes.length > size) {
      const write = this.#writes.pop();
      if (write !== undefined) undo(write);
    }
  }

  /** @returns one write per document, from how it was at first to how it is at last */
  summary(): Write[] {
    if (this.#writes.length === 1) return [...this.#writes];
    const bySlot = new Map<number, Map<string, Write>>();
    for (const write of this.#writes) {
      const id = (write.after ?? write.before)?.document.id ?? "";
      let byId = bySlot.get(write.slot);
      if (byId === undefined) bySlot.set(write.slot, (byId = new Map()));
      const earlier = byId.get(id);
      const before = earlier === undefined ? write.before : earlier.before;
      byId.set(id, { slot: write.slot, before, after: write.after });
    }
    return [...bySlot.values()]
      .flatMap((byId) => [...byId.values()])
      .filter(({ before, after }) => before !== null || after !== null);
  }
}
