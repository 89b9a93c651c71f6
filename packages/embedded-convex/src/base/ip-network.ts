import { isIPv6 } from "node:net";

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** What counts as one address: an IPv4 address, or the network of an IPv6 one. */
export function neighbourhoodOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? networkOf(plain) : plain;
}

/** The /64 network of an IPv6 address, which belongs to one customer. */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const before = head.split(":").filter((part) => part !== "");
  const after = (tail ?? "").split(":").filter((part) => part !== "");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [
    ...before,
    ...Array.from({ length: Math.max(0, zeros) }, () => "0"),
    ...after,
  ];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** The /48 network around a /64, of which a customer may have all; null for other addresses. */
export function wideNetworkOf(neighbourhood: string): string | null {
  if (!neighbourhood.endsWith("::/64")) return null;
  return neighbourhood.split(":").slice(0, 3).join(":");
}
