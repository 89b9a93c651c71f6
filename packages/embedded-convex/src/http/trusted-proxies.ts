import { BlockList, isIP, isIPv6 } from "node:net";

const LOOPBACK = ["127.0.0.0/8", "::1"];

/** The proxies whose forwarding headers are trusted. */
export class TrustedProxies {
  readonly isEmpty: boolean;
  readonly #addresses = new BlockList();

  /**
   * @param list `loopback`, addresses and networks (`10.0.0.0/8`), separated by
   *   commas; empty to trust no proxy
   * @throws Error when an entry is malformed
   */
  constructor(list: string) {
    const names = list.split(",").map((name) => name.trim());
    const given = names.filter((one) => one !== "");
    this.isEmpty = given.length === 0;
    for (const name of given) {
      const networks = name === "loopback" ? LOOPBACK : [name];
      for (const network of networks) this.#add(network);
    }
  }

  /** @param address of the peer, as its socket reports it */
  trusts(address: string): boolean {
    // Creating the address for BlockList takes microseconds, on each request.
    if (this.isEmpty || isIP(address) === 0) return false;
    return this.#addresses.check(address, family(address));
  }

  #add(network: string): void {
    const [address = "", prefix, ...rest] = network.split("/");
    const bits = isIPv6(address) ? 128 : 32;
    const length = prefix === undefined ? bits : Number(prefix || "none");
    const isLength = Number.isInteger(length) && length >= 0 && length <= bits;
    if (isIP(address) === 0 || !isLength || rest.length > 0) {
      throw new Error(`${network} is no address of a proxy`);
    }
    this.#addresses.addSubnet(address, length, family(address));
  }
}

function family(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}
