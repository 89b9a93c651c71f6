import { createServer, get, type IncomingMessage } from "node:http";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageFiles } from "../../../embedded/http/page-files";

let folder: string;
let port: number;
const server = createServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "page-"));
  const dist = join(folder, "dist");
  await mkdir(join(dist, "assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "secret");
  await writeFile(join(dist, ".stamp"), "secret");
  await writeFile(join(dist, "index.html"), "<title>page</title>");
  await writeFile(join(dist, "assets", "app-1a2b.js"), "code()");
  await writeFile(join(dist, "assets", "app-1a2b.js.gz"), gzipSync("code()"));
  const handle = pageFiles(dist);
  server.on("request", handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** Sends the path as it is: fetch would tidy it up first. */
function request(
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<{ response: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path, headers, method };
    get(options, (response) => {
      let body = "";
      response.setEncoding("latin1");
      response.on("data", (text: string) => (body += text));
      response.on("end", () => resolve({ response, body }));
    }).on("error", reject);
  });
}

const navigation = { accept: "text/html,application/xhtml+xml" };

test.each(["/", "/team", "/a/b/c", "/team?code=1"])(
  "%s is answered by the page when a browser goes there",
  async (path) => {
    const { response, body } = await request(path, navigation);
    expect(response.statusCode).toBe(200);
    expect(body).toContain("<title>page</title>");
    expect(response.headers["cache-control"]).toBe("no-cache");
  },
);

test("an address that leads nowhere is answered by the build's 404 page", async () => {
  const file = join(folder, "dist", "404.html");
  await writeFile(file, "<title>nothing here</title>");
  const answers = await Promise.all(
    ["/nowhere", "/a/b/c", "/assets/app-0000.js"].map((path) =>
      request(path, navigation),
    ),
  );
  await rm(file);
  for (const { response, body } of answers) {
    expect(response.statusCode).toBe(404);
    expect(body).toContain("nothing here");
    expect(response.headers["content-type"]).toContain("text/html");
    expect(response.headers["cache-control"]).toBe("no-cache");
  }
});

test("a file with a hash in its name is kept for good", async () => {
  const { response } = await request("/assets/app-1a2b.js");
  expect(response.statusCode).toBe(200);
  expect(response.headers["cache-control"]).toContain("immutable");
  expect(response.headers["x-content-type-options"]).toBe("nosniff");
});

test("a compressed copy is sent to whoever can read it", async () => {
  const headers = { "accept-encoding": "gzip" };
  const { response } = await request("/assets/app-1a2b.js", headers);
  expect(response.headers["content-encoding"]).toBe("gzip");
  expect(response.headers["content-type"]).toContain("javascript");
});

test("a missing file is missing, not the page", async () => {
  const { response } = await request("/assets/app-0000.js");
  expect(response.statusCode).toBe(404);
});

test.each([
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/assets/..%5c..%5csecret.txt",
  "/.stamp",
  "/%2estamp",
  "/%",
  "/assets/%00",
])("%s gives nothing away", async (path) => {
  const { response, body } = await request(path, navigation);
  expect(body).not.toContain("secret");
  expect([200, 404]).toContain(response.statusCode);
});

test.each(["bytes=5-2", "bytes=abc", "bytes=9999-"])(
  "the range %s does no harm",
  async (range) => {
    const { response } = await request("/", { ...navigation, range });
    expect(response.statusCode).toBe(200);
  },
);

test("only reading is allowed", async () => {
  const { response } = await request("/", navigation, "POST");
  expect(response.statusCode).toBe(405);
});
