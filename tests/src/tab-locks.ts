type Options = { signal: AbortSignal };

/** The locks of a browser; a tab that closes lets go of its own. */
export class TabLocks {
  readonly #held = new Map<string, Promise<void>>();
  readonly #ends: (() => void)[] = [];

  async request(
    name: string,
    ...[options, hold = options]: (Options | (() => Promise<unknown>))[]
  ): Promise<void> {
    const before = this.#held.get(name);
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    this.#held.set(name, held);
    const isAborted =
      typeof options === "object" && (await isFirst(options.signal, before));
    if (isAborted) throw new Error("aborted");
    await before;
    this.#ends.push(end);
    if (typeof hold === "function") void hold().then(end);
    await held;
  }

  /** The tabs that hold locks close. */
  closeAll(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}

async function isFirst(signal: AbortSignal, other?: Promise<void>) {
  const aborted = new Promise<boolean>((resolve) =>
    signal.addEventListener("abort", () => resolve(true)),
  );
  return Promise.race([aborted, Promise.resolve(other).then(() => false)]);
}
