import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterwards } from "./afterwards";

/** Listens on a port of this machine, which it resolves to, until the test is over. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
