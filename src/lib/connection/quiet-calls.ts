let underWay = 0;

/** Makes a mutation that nobody misses if the page is left while it is on its way, or that this device has kept. */
export async function quietly<Answer>(call: Promise<Answer>): Promise<Answer> {
  underWay++;
  try {
    return await call;
  } finally {
    underWay--;
  }
}

/** Whether a page with this many mutations under way has something to lose. */
export function isUnsaved(inflightMutations: number): boolean {
  return inflightMutations > underWay;
}
