/**
 * Each limit is filled, from foreign addresses and from the innocent's own: the innocent gets in, stays in and is
 * answered. The heap is small, so that little fills the limits.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messages, people } from "./chat-api";
import { serveChat } from "./child-server";
import { openConnection } from "./raw-connection";
import { RawSocket } from "./raw-socket";
import {
  mintToken,
  newClient,
  newHttpClient,
  temporaryDataDir,
} from "./test-server";

const MIB = 1024 * 1024;
const AT_ONCE = 15;
const PADDING = "x".repeat(8_000);

type Place = { url: string; address: string; n: number };

/** What strangers do; each call is one of them. @returns what they hold, whether it still is open, and how many do so */
const floods: Record<
  string,
  { count: number; begin(place: Place): Promise<unknown> }
> = {
  "idle sockets": {
    count: 1_500,
    begin: ({ url, address, n }) => RawSocket.connect(url, `${n}`, address),
  },
  "sockets with the queries of a page": {
    count: 120,
    begin: async ({ url, address, n }) => {
      const raw = await RawSocket.connect(url, `${n}`, address);
      raw.addQueries(13, { channel: `${n}.`, more: PADDING });
      await expect
        .poll(() => raw.closeCode ?? raw.ofType("Transition")[0])
        .toBeDefined();
    },
  },
  "actions that take long": {
    count: 30,
    begin: async ({ url, address, n }) => {
      const raw = await RawSocket.connect(url, `${n}`, address);
      for (let requestId = 0; requestId < 50; requestId++) {
        const args = [{ milliseconds: 3_000 }];
        raw.send({ type: "Action", requestId, udfPath: "people:slow", args });
      }
    },
  },
  "bodies that do not end": {
    count: 120,
    begin: async ({ url, address }) => {
      const { socket } = openConnection(Number(new URL(url).port), "", address);
      socket.write(
        `POST /api/mutation HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${2 * MIB - 1}\r\n\r\n`,
      );
      await new Promise((resolve) => {
        socket.write(Buffer.alloc(2 * MIB - 10, 0x20), resolve);
        socket.once("close", resolve);
      });
    },
  },
};

test.each(
  Object.entries(floods).flatMap(([name, flood]) => [
    {
      name,
      where: "foreign addresses",
      flood,
      addresses: ["127.0.0.2", "127.0.0.3", "127.0.0.4"],
    },
    {
      name,
      where: "the innocent's own address",
      flood,
      addresses: ["127.0.0.1"],
    },
  ]),
)(
  "$name from $where stop nobody who has a session",
  async ({ flood, addresses }) => {
    const dataDir = await temporaryDataDir();
    const env = { NODE_OPTIONS: "--max-old-space-size=64" };
    const url = await serveChat(dataDir, { env }).ready();
    const keys = await readFile(join(dataDir, "keys.json"), "utf8");
    const { jwtPrivateKey } = JSON.parse(keys) as { jwtPrivateKey: string };
    const signIn = (name: string) => {
      const client = newClient(url);
      client.setAuth(() => mintToken(jwtPrivateKey, url, name, 3600));
      return client;
    };

    const there = signIn("asha");
    const counts: number[] = [];
    const own = { channel: "innocent" };
    there.onUpdate(messages.count, own, (count) => counts.push(count));
    // A portal page has more queries than a stranger's socket.
    for (let n = 0; n < 15; n++)
      there.onUpdate(messages.count, { channel: `${PADDING}${n}` }, () => {});
    await expect.poll(() => counts).toEqual([0]);
    for (let n = 1; n <= flood.count; n += AT_ONCE) {
      const strangers = Array.from({ length: AT_ONCE }, async (_, nth) => {
        const address = addresses[nth % addresses.length] ?? "";
        await flood.begin({ url, address, n: n + nth });
      });
      await Promise.allSettled(strangers);
    }

    const newcomer = signIn("bina");
    await newcomer.mutation(messages.send, { ...own, body: "I am in" });
    await expect.poll(() => counts).toEqual([0, 1]);
    expect(await newcomer.action(people.slow, { milliseconds: 1 })).toBe(
      "done",
    );
    const uploadUrl = await newcomer.mutation(people.uploadUrl, {});
    const body = Buffer.alloc(4 * MIB);
    expect((await fetch(uploadUrl, { method: "POST", body })).status).toBe(200);
    // Without a session there is a part for everybody, too.
    const visitor = newHttpClient(url);
    expect(await visitor.query(messages.count, own)).toBe(1);
    for (const client of [there, newcomer])
      expect(client.connectionState().connectionCount).toBe(1);
  },
);
