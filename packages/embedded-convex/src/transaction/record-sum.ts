import { hash } from "node:crypto";

/** Against accidents, not attackers: who can write the records can write the sum. */
const ALGORITHM = "sha1";
const LANES = 4;
const LANE_BYTES = 4;

/**
 * How many records there are, and the sum of a hash of each: the same in any
 * order, so it follows from the sum before a change and from what the change
 * takes away and adds.
 */
export class RecordSum {
  #count = 0;
  readonly #lanes = new Uint32Array(LANES);

  add(key: string, text: string): void {
    this.#count += 1;
    const digest = digestOf(key, text);
    for (let i = 0; i < LANES; i++) {
      this.#lanes[i] =
        laneOf(this.#lanes, i) + digest.readUInt32LE(i * LANE_BYTES);
    }
  }

  remove(key: string, text: string): void {
    this.#count -= 1;
    const digest = digestOf(key, text);
    for (let i = 0; i < LANES; i++) {
      this.#lanes[i] =
        laneOf(this.#lanes, i) - digest.readUInt32LE(i * LANE_BYTES);
    }
  }

  get count(): number {
    return this.#count;
  }

  /** How it is stored: equal for equal records, and else different. */
  toString(): string {
    const lanes = [...this.#lanes].map((lane) =>
      lane.toString(16).padStart(2 * LANE_BYTES, "0"),
    );
    return `${this.#count} ${lanes.join("")}`;
  }
}

function digestOf(key: string, text: string): Buffer {
  return hash(ALGORITHM, `${key}\0${text}`, "buffer");
}

function laneOf(lanes: Uint32Array, i: number): number {
  return lanes[i] ?? 0;
}
