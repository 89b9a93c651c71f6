/**
 * The one rule for what clients share: places, memory, and waiting calls. Everybody gets what they ask for while there is
 * room. When there is none, whoever holds most gives back, and not the newcomer:
 *
 * 1. those without a session, if together they hold more than their part; else those with one;
 * 2. of these the address that holds most, a /48 network counting a quarter of what its addresses hold;
 * 3. in it the person who holds most; a client without a session is a person;
 * 4. of equals, who has not come just now (nobody has said yet who they are), who holds most at once, who does nothing
 *    with it, and at last the youngest.
 */
import { type Asker, NOBODY } from "./fair-queue";
import { wideNetworkOf } from "./ip-network";

/** The part that is kept for clients without a session. What either kind does not use, the other one may. */
const ANONYMOUS_PART = 1 / 4;
/** A /48 network belongs to one customer: all its addresses together count as so many. */
const ADDRESSES_OF_WIDE_NETWORK = 4;
const FRESH_MS = 2_000;

type Person = { amount: number; shares: Set<Share> };

type Address = {
  name: string;
  wide: string | null;
  amount: number;
  persons: Map<string, Person>;
};

/** What those with a session hold, or those without one. */
class Holders {
  amount = 0;
  readonly #addresses = new Map<string, Address>();

  add(share: Share, by: number): void {
    const address = this.#address(share.asker.address);
    const person = address.persons.get(share.person) ?? {
      amount: 0,
      shares: new Set(),
    };
    for (const counted of [this, address, person, share]) counted.amount += by;
    if (share.amount > 0) person.shares.add(share);
    else person.shares.delete(share);
    if (person.amount > 0) address.persons.set(share.person, person);
    else address.persons.delete(share.person);
    if (address.amount > 0) this.#addresses.set(address.name, address);
    else this.#addresses.delete(address.name);
  }

  #address(name: string): Address {
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    return { name, wide: wideNetworkOf(name), amount: 0, persons: new Map() };
  }

  /** @param more what an address is about to get */
  heaviest(more: { address: string; by: number } | null): Address | null {
    const amountOf = ({ name, amount }: Address) =>
      amount + (more?.address === name ? more.by : 0);
    const wide = new Map<string | null, number>();
    for (const address of this.#addresses.values()) {
      const known = wide.get(address.wide) ?? 0;
      wide.set(address.wide, known + amountOf(address));
    }
    wide.delete(null);
    return first(this.#addresses.values(), (address) => {
      const own = amountOf(address);
      const network = wide.get(address.wide) ?? 0;
      return [Math.max(own, network / ADDRESSES_OF_WIDE_NETWORK), own];
    });
  }
}

/** Limits what clients hold together, and shares it among them. */
export class FairShares {
  readonly #signedIn = new Holders();
  readonly #anonymous = new Holders();
  readonly #waiting = new Map<string, (() => boolean)[]>();

  constructor(
    private readonly limit: number,
    private readonly now = () => performance.now(),
  ) {}

  get total(): number {
    return this.#signedIn.amount + this.#anonymous.amount;
  }

  /**
   * @param give called when the share is taken back; it is closed then
   * @param free amount of the share that is not counted
   */
  open(asker: Asker | undefined, give: () => void, free = 0): Share {
    return new Share(this, asker ?? NOBODY, this.now(), give, free);
  }

  /** For `Share`. @returns whether there was room, or somebody had to make some */
  resize(share: Share, by: number, isPatient: boolean): boolean {
    if (share.amount + by > this.limit) return false;
    while (by > 0 && this.total + by > this.limit) {
      const giver = this.#giver(share, by, isPatient);
      if (giver === null) return false;
      giver.close();
      giver.give();
    }
    this.#holdersOf(share).add(share, by);
    if (by < 0) this.#serveWaiting();
    return true;
  }

  /** For `Share`: counts it elsewhere, which needs no room. */
  recount(share: Share, change: () => void): void {
    const { amount } = share;
    this.#holdersOf(share).add(share, -amount);
    change();
    this.#holdersOf(share).add(share, amount);
  }

  /** For `Share`: makes an attempt now if nobody of the address waits, and again in turn until it succeeds. */
  attempt(address: string, attempt: () => boolean): void {
    const waiting = this.#waiting.get(address) ?? [];
    if (waiting.length === 0 && attempt()) return;
    waiting.push(attempt);
    this.#waiting.set(address, waiting);
  }

  #holdersOf({ isSignedIn }: Share): Holders {
    return isSignedIn ? this.#signedIn : this.#anonymous;
  }

  /**
   * Returns who has to make room; null when that is the asker.
   *
   * @param isPatient whether those of the asker's address keep what they hold
   */
  #giver(asking: Share, by: number, isPatient: boolean): Share | null {
    const own = this.#holdersOf(asking);
    const anonymous =
      this.#anonymous.amount + (own === this.#anonymous ? by : 0);
    const isTheirs = anonymous > ANONYMOUS_PART * this.limit;
    const holders = isTheirs ? this.#anonymous : this.#signedIn;
    const { address } = asking.asker;
    const heaviest = holders.heaviest(own === holders ? { address, by } : null);
    if (heaviest === null) return null;
    const isOwn = own === holders && heaviest.name === address;
    if (isOwn && isPatient) return null;
    const giver = this.#giverOf(heaviest, asking);
    if (giver === null || !isOwn) return giver;
    // Nobody gives so that the asker holds more than they did.
    const amountOf = (share: Share) =>
      giver.person === asking.person
        ? share.amount
        : (heaviest.persons.get(share.person)?.amount ?? 0);
    return amountOf(giver) >= amountOf(asking) + by ? giver : null;
  }

  #giverOf({ persons }: Address, asking: Share): Share | null {
    const freshMs = this.now() - FRESH_MS;
    function* others() {
      for (const { shares } of persons.values())
        for (const share of shares) if (share !== asking) yield share;
    }
    return first(others(), ({ person, sinceMs, amount, asker }) => [
      persons.get(person)?.amount ?? 0,
      Number(sinceMs < freshMs),
      amount,
      Number(asker.isBusy !== true),
      sinceMs,
    ]);
  }

  #serveWaiting(): void {
    for (const [address, waiting] of this.#waiting) {
      while (waiting[0]?.() === true) waiting.shift();
      if (waiting.length === 0) this.#waiting.delete(address);
    }
  }
}

/** What one client holds. */
export class Share {
  amount = 0;
  person = "";
  isSignedIn = false;
  #isClosed = false;

  /** Use `FairShares.open`. */
  constructor(
    private readonly shares: FairShares,
    readonly asker: Asker,
    readonly sinceMs: number,
    readonly give: () => void,
    private readonly free: number,
  ) {
    this.#identify();
  }

  /** Sets the share to `amount`. @returns false, with the old amount kept, when nobody has to give so much */
  hold(amount: number): boolean {
    return this.#hold(amount, false);
  }

  /**
   * Sets the share to `amount` when there is room, in the order in which those of the
   * address have asked; resolves then, or when others release theirs after it was closed.
   */
  holdInTurn(amount: number): Promise<void> {
    return new Promise((resolve) =>
      this.shares.attempt(this.asker.address, () => {
        const isDone = this.#hold(amount, true);
        if (isDone) resolve();
        return isDone;
      }),
    );
  }

  /** Call it when the asker has signed in or out. */
  recount(): void {
    this.shares.recount(this, () => this.#identify());
  }

  /** Releases the whole share; it cannot be used again. */
  close(): void {
    this.hold(0);
    this.#isClosed = true;
  }

  #hold(amount: number, isPatient: boolean): boolean {
    const by = Math.max(0, amount - this.free) - this.amount;
    if (this.#isClosed || by === 0) return true;
    return this.shares.resize(this, by, isPatient);
  }

  #identify(): void {
    const { client, person } = this.asker;
    this.person = person ?? client;
    this.isSignedIn = typeof person === "string";
  }
}

/** Returns the item whose rank is highest; of equal ones the first. Ranks are compared number by number. */
function first<Item>(
  items: Iterable<Item>,
  rankOf: (item: Item) => number[],
): Item | null {
  let best: Item | null = null;
  let most: number[] = [];
  for (const item of items) {
    const rank = rankOf(item);
    const at = rank.findIndex((number, n) => number !== most[n]);
    if (best !== null && !(at >= 0 && (rank[at] ?? 0) > (most[at] ?? 0)))
      continue;
    best = item;
    most = rank;
  }
  return best;
}
