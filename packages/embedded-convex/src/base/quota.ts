/** Maximum amounts: in total, and for one address. */
export type QuotaLimits = { perAddress: number; total: number };

/** The limit that was exceeded. */
export type Exceeded = "address" | "total";

/** Limits what clients hold, per address and in total. */
export class Quota {
  readonly #limits: QuotaLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: QuotaLimits) {
    this.#limits = limits;
  }

  /** Sum of all shares. */
  get total(): number {
    return this.#total;
  }

  /**
   * @param address null for a client that counts only in total
   * @param free amount of the share that is not counted
   */
  open(address: string | null, free = 0): Share {
    return new Share(free, (change) => this.#add(address, change));
  }

  #add(address: string | null, change: number): Exceeded | null {
    const { perAddress, total } = this.#limits;
    const ofAddress =
      address === null ? 0 : (this.#byAddress.get(address) ?? 0) + change;
    if (change > 0) {
      if (ofAddress > perAddress) return "address";
      if (this.#total + change > total) return "total";
    }
    this.#total += change;
    if (address === null) return null;
    if (ofAddress > 0) this.#byAddress.set(address, ofAddress);
    else this.#byAddress.delete(address);
    return null;
  }
}

/** The amount that one client holds of a quota. */
export class Share {
  readonly #free: number;
  readonly #add: (change: number) => Exceeded | null;
  #counted = 0;
  #isClosed = false;

  /** Use `Quota.open`. */
  constructor(free: number, add: (change: number) => Exceeded | null) {
    this.#free = free;
    this.#add = add;
  }

  /** Sets the share to `amount`; keeps the old amount if a limit forbids it. */
  hold(amount: number): Exceeded | null {
    if (this.#isClosed) return null;
    const counted = Math.max(0, amount - this.#free);
    if (counted === this.#counted) return null;
    const exceeded = this.#add(counted - this.#counted);
    if (exceeded === null) this.#counted = counted;
    return exceeded;
  }

  /** Releases the whole share; it cannot be used again. */
  close(): void {
    this.hold(0);
    this.#isClosed = true;
  }
}
