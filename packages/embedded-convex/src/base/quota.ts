/** Maximum amounts: in total, and for one address. */
export type QuotaLimits = { perAddress: number; total: number };

export type Exceeded = "address" | "total";

/** A share, and where its client is. */
type Holder = { address: string | null; share: Share; evict: () => void };

/** Limits what clients hold, per address and in total. */
export class Quota {
  readonly #byAddress = new Map<string, number>();
  readonly #evictable = new Set<Holder>();
  readonly #waiting = new Map<string | null, (() => boolean)[]>();
  #total = 0;

  constructor(private readonly limits: QuotaLimits) {}

  get total(): number {
    return this.#total;
  }

  /**
   * @param address null for a client that counts only in total
   * @param free amount of the share that is not counted
   * @param evict called when the share is taken away because it is the largest and
   *   another one needs room; without it, the share stays
   */
  open(
    address: string | null,
    { free = 0, evict }: { free?: number; evict?: () => void } = {},
  ): Share {
    const change = (by: number, amount: number) => {
      const exceeded = this.#makeRoom(address, by, amount);
      if (exceeded !== null) return exceeded;
      this.#add(address, by);
      if (holder !== null && amount === 0) this.#evictable.delete(holder);
      else if (holder !== null) this.#evictable.add(holder);
      if (by < 0) this.#serveWaiting();
      return null;
    };
    const share = new Share(free, change, (attempt) =>
      this.#wait(address, attempt),
    );
    const holder = evict === undefined ? null : { address, share, evict };
    return share;
  }

  /** Makes an attempt now if nobody of the address waits, and again in turn until it succeeds. */
  #wait(address: string | null, attempt: () => boolean): void {
    const waiting = this.#waiting.get(address) ?? [];
    if (waiting.length === 0 && attempt()) return;
    waiting.push(attempt);
    this.#waiting.set(address, waiting);
  }

  #serveWaiting(): void {
    for (const [address, waiting] of this.#waiting) {
      while (waiting[0]?.() === true) waiting.shift();
      if (waiting.length === 0) this.#waiting.delete(address);
    }
  }

  /** Takes away larger shares, the largest first, until there is room for a change. */
  #makeRoom(
    address: string | null,
    change: number,
    amount: number,
  ): Exceeded | null {
    for (;;) {
      const exceeded = this.#exceededBy(address, change);
      if (exceeded === null) return null;
      const largest = this.#largest(exceeded === "address" ? address : null);
      if (largest === null || largest.share.amount <= amount) return exceeded;
      largest.share.close();
      largest.evict();
    }
  }

  #exceededBy(address: string | null, change: number): Exceeded | null {
    const { perAddress, total } = this.limits;
    if (change <= 0) return null;
    const isTooMuch = this.#heldBy(address) + change > perAddress;
    if (address !== null && isTooMuch) return "address";
    return this.#total + change > total ? "total" : null;
  }

  /** @param address null for the largest of all */
  #largest(address: string | null): Holder | null {
    let largest: Holder | null = null;
    for (const holder of this.#evictable) {
      if (address !== null && holder.address !== address) continue;
      const { amount } = holder.share;
      if (amount > (largest?.share.amount ?? 0)) largest = holder;
    }
    return largest;
  }

  #heldBy(address: string | null): number {
    return address === null ? 0 : (this.#byAddress.get(address) ?? 0);
  }

  #add(address: string | null, change: number): void {
    this.#total += change;
    if (address === null) return;
    const held = this.#heldBy(address) + change;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
  }
}

/** The amount that one client holds of a quota. */
export class Share {
  #counted = 0;
  #isClosed = false;

  /** Use `Quota.open`. */
  constructor(
    private readonly free: number,
    private readonly change: (by: number, amount: number) => Exceeded | null,
    private readonly wait: (attempt: () => boolean) => void,
  ) {}

  get amount(): number {
    return this.#counted;
  }

  /** Sets the share to `amount`; keeps the old amount if a limit forbids it. */
  hold(amount: number): Exceeded | null {
    if (this.#isClosed) return null;
    const counted = Math.max(0, amount - this.free);
    if (counted === this.#counted) return null;
    const exceeded = this.change(counted - this.#counted, counted);
    if (exceeded === null) this.#counted = counted;
    return exceeded;
  }

  /**
   * Sets the share to `amount` when there is room, in the order in which those of the
   * address have asked; resolves then, or when others release theirs after it was closed.
   */
  holdInTurn(amount: number): Promise<void> {
    return new Promise((resolve) =>
      this.wait(() => {
        const isDone = this.hold(amount) === null;
        if (isDone) resolve();
        return isDone;
      }),
    );
  }

  /** Releases the whole share; it cannot be used again. */
  close(): void {
    this.hold(0);
    this.#isClosed = true;
  }
}
