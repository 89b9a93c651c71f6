import { randomFillSync } from "node:crypto";

/**
 * A pseudo-random generator (sfc32) of numbers in [0, 1). Equal seeds give
 * equal sequences. Not for secrets.
 *
 * @param seed four 32-bit words
 */
export function seededRandom(seed: Uint32Array): () => number {
  let [a = 0, b = 0, c = 0, d = 0] = seed;
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return () => (next() * 0x200000 + (next() >>> 11)) / 2 ** 53;
}

export function newSeed(): Uint32Array {
  return randomFillSync(new Uint32Array(4));
}
