/** Converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The /64 network of an IPv6 address, which belongs to one customer. */
export function networkOf(address: string): string {
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
