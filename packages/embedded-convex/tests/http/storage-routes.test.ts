import { createServer } from "node:http";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BoundedLogger } from "../../src/base/bounded-logger";
import { FileBodies } from "../../src/functions/syscalls/file-bodies";
import type { FileStorage } from "../../src/functions/syscalls/file-storage";
import type { Exchange, Guest } from "../../src/http/admission";
import { sendApiError } from "../../src/http/api-error";
import { StorageRoutes } from "../../src/http/storage-routes";
import type { Database } from "../../src/transaction/database";
import { listen } from "../base/listen";
import { people } from "../engine/chat-api";
import { TestTime } from "../functions/test-time";
import {
  newHttpClient,
  startServer,
  temporaryFolder,
} from "../engine/test-server";

const MIB = 2 ** 20;

const post = (address: string, bytes: number) =>
  fetch(address, { method: "POST", body: Buffer.alloc(bytes) });

/** Bodies on a disk of 100 MiB with so much space. */
async function openBodies(freeBytes: () => number) {
  const folder = join(await temporaryFolder(), "files");
  const bodies = new FileBodies(folder, async () => ({
    bavail: freeBytes(),
    blocks: 100 * MIB,
    bsize: 1,
  }));
  return { bodies, files: () => readdir(folder).catch(() => []) };
}

test("no body is written into the twentieth of a disk that the store keeps", async () => {
  let freeBytes = 5 * MIB + 100;
  const { bodies, files } = await openBodies(() => freeBytes);
  const full = expect.objectContaining({ status: 507 });
  await bodies.write("a", Buffer.alloc(100));
  await expect(bodies.write("b", Buffer.alloc(101))).rejects.toEqual(full);
  // Bodies that are written at the same time do not see each other on the disk.
  const both = await Promise.allSettled(
    ["c", "d"].map((name) => bodies.write(name, Buffer.alloc(60))),
  );
  expect(both.map(({ status }) => status)).toContain("rejected");
  freeBytes = 5 * MIB - 1;
  await expect(bodies.requireRoom()).rejects.toEqual(full);
  expect(await files()).not.toContain("b");
});

test("a full disk is answered with 507 before the body is read, and logged once a minute", async () => {
  const { bodies } = await openBodies(() => 0);
  const log: string[] = [];
  const tell = (message: string) => void log.push(message);
  const logger = { info: tell, warn: tell, error: tell };
  const time = new TestTime();
  const bounded = new BoundedLogger(logger, time);
  const routes = new StorageRoutes({
    storage: () =>
      ({
        requireUploadToken: () => bodies.requireRoom(),
      }) as object as FileStorage,
    database: {} as Database,
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const sent = { request, response, url } as Exchange;
    routes
      .handle({ ...sent, visitor: {} as Guest })
      .catch((error: unknown) => sendApiError(response, error, bounded));
  });
  const port = await listen(server);
  const upload = () =>
    post(`http://127.0.0.1:${port}/api/storage/upload?token=a`, 10);
  for (const passedMs of [0, 59_000, 1_000]) {
    await time.advance(passedMs);
    const response = await upload();
    expect(response.status).toBe(507);
    expect(response.headers.get("retry-after")).toBe("60");
  }
  const line = "A request failed: The disk has less than 5 MiB left";
  expect(log).toEqual([line, `${line} (1 more in a minute)`, line]);
});

test("an upload URL takes as much as the deployment allows", async () => {
  const { url } = await startServer({ maxUploadBytes: 1_000 });
  const client = newHttpClient(url);
  const address = await client.mutation(people.uploadUrl, {});
  const statuses = [];
  for (const bytes of [1_001, 600, 401, 400]) {
    statuses.push((await post(address, bytes)).status);
  }
  expect(statuses).toEqual([413, 200, 413, 200]);
});
