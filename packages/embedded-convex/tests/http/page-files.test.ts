import { once } from "node:events";
import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../base/afterwards";
import { MAX_FILE_WORK } from "../../src/base/client-limits";
import { fileWork } from "../../src/base/file-work";
import { pageFiles } from "../../src/http/page-files";
import type { PageHead } from "../../src/http/page-head";
import { navigation, startPages } from "./page-server";

const HEADERS = `# What hosts are told
/*
  Content-Security-Policy: default-src 'self'; img-src https://a.example
  Referrer-Policy: strict-origin-when-cross-origin
  Strict-Transport-Security: max-age=31536000
/about
  Referrer-Policy: no-referrer
/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;

let folder: string;
let pages: Awaited<ReturnType<typeof startPages>>;
const request: typeof pages.request = (...asked) => pages.request(...asked);

beforeAll(async () => {
  folder = await temporaryFolder();
  const dist = join(folder, "dist");
  await mkdir(join(dist, "assets"), { recursive: true });
  await writeFile(join(dist, "index.html"), "<title>page</title>");
  await writeFile(join(dist, "assets", "app-1a2b.js"), "code()");
  await writeFile(join(dist, "assets", "app-1a2b.js.gz"), gzipSync("code()"));
  await writeFile(join(dist, "_headers"), HEADERS);
  await writeFile(join(dist, "about.html"), "<title>about</title>");
  await writeFile(
    join(dist, "_redirects"),
    "/old /new 301\n/about/* /about 200\n",
  );
  await writeFile(join(dist, "film.bin"), Buffer.alloc(8_000_000, "film"));
  const handle = pageFiles(dist, { isSecure: false });
  const secure = pageFiles(dist, { isSecure: true });
  pages = await startPages((incoming, response) => {
    const answer = incoming.headers.via === undefined ? handle : secure;
    void answer(incoming, response);
  });
});

test("one page answers for a group of paths, whose rules stay the server's", async () => {
  for (const path of ["/about/us", "/about/a/b?c=1"]) {
    const { response, body } = await request(path);
    expect([response.statusCode, body]).toEqual([200, "<title>about</title>"]);
  }
  for (const path of ["/_redirects", "/old", "/aboutness/us"])
    expect((await request(path)).response.statusCode).toBe(404);
});

test.each([
  ["/About?a=B", "/about?a=B"],
  ["/ABOUT.html", "/about"],
  ["/Assets/App-1A2B.js", "/assets/app-1a2b.js"],
  // What follows a rule's prefix is kept.
  ["/About/ABC123", "/about/ABC123"],
  ["/aBOUT/A%20%3Fb?c", "/about/A%20%3Fb?c"],
])("%s is redirected to %s, which exists", async (path, to) => {
  const { response, body } = await request(path);
  expect([response.statusCode, body]).toEqual([308, ""]);
  expect(response.headers.location).toBe(to);
  expect(response.headers["cache-control"]).toBe("no-cache");
  expect((await request(to)).response.statusCode).toBe(200);
});

test.each([
  "ABC123%",
  "ABC123%2",
  "ABC123%zz",
  "ABC123%FF%20",
  "%E2%80%8BABC123%",
  "ABC123%0A",
  "ABC123%00",
  ".ABC123",
  "/ABC123",
  "%5CABC123",
])("/about/%s is answered by the page that a rule names", async (name) => {
  const { response, body } = await request(`/about/${name}?a=%2F%`);
  expect([response.statusCode, body]).toEqual([200, "<title>about</title>"]);
  expect(response.headers["content-security-policy"]).toBeDefined();
});

test.each([
  ["/About/ABC123%", "/about/ABC123%25"],
  ["/about%2FABC123", "/about/ABC123"],
  ["/ABOUT%2fABC123?b", "/about/ABC123?b"],
  ["/about/..%2F?a=%2F%", "/about/../?a=%2F%"],
])("%s is redirected to %s, where scripts find it", async (path, to) => {
  const { response } = await request(path, navigation);
  expect(response.headers.location).toBe(to);
  expect((await request(to)).body).toBe("<title>about</title>");
});

test.each(["/%", "/team%", "/a%FF/b", "//evil.example", "/.env", "/%5Cevil"])(
  "whoever goes to %s sees a page, and no program gets a file",
  async (path) => {
    const { body, response } = await request(path, navigation);
    expect(body).toContain("<title>page</title>");
    expect(response.headers.location).toBeUndefined();
    expect((await request(path)).response.statusCode).toBe(404);
  },
);

test.each(["/Nothing", "/Evil.example/%2Fx", "/%2F/Evil.example"])(
  "%s, which leads nowhere in any case, is not redirected",
  async (path) => expect((await request(path)).response.statusCode).toBe(404),
);

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

test("a form that a browser sends by itself is answered by 405.html", async () => {
  const file = join(folder, "dist", "405.html");
  await writeFile(file, "<title>not sent</title>");
  onTestFinished(() => rm(file));
  const { response, body } = await request("/about", navigation, "POST");
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe("GET, HEAD");
  expect(response.headers["content-security-policy"]).toBeDefined();
  expect(body).toContain("not sent");
  const call = await request("/about", {}, "POST");
  expect(call.body).toBe("Method not allowed");
});

test.each(["/about", "/about/", "/about.html", "/about?x=1"])(
  "%s is the page about.html, with the headers of its address",
  async (path) => {
    const { response, body } = await request(path, navigation);
    expect(response.statusCode).toBe(200);
    expect(body).toContain("about");
    expect(response.headers["referrer-policy"]).toBe("no-referrer");
    expect(response.headers["content-security-policy"]).toBe(
      "default-src 'self'; img-src https://a.example",
    );
  },
);

test.each(["/", "/assets/app-1a2b.js", "/nowhere"])(
  "%s is sent with the headers for every address",
  async (path) => {
    const { response } = await request(path);
    expect(response.headers["referrer-policy"]).toBe(
      "strict-origin-when-cross-origin",
    );
    expect(response.headers["content-security-policy"]).toContain("img-src");
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
  },
);

test("a missing file is missing, not the page, and not kept whatever its name", async () => {
  const { response } = await request("/assets/app-0000.js");
  expect(response.statusCode).toBe(404);
  expect(response.headers["cache-control"]).toBe("no-cache");
});

test("browsers are told to come by TLS alone only where there is TLS", async () => {
  const name = "strict-transport-security";
  const { response: plain } = await request("/", navigation);
  expect(plain.headers).not.toHaveProperty(name);
  const { response: secure } = await request("/", { via: "tls" });
  expect(secure.headers).toHaveProperty(name, "max-age=31536000");
});

test("a build that says nothing of headers is served all the same", async () => {
  const handle = pageFiles(join(folder, "dist", "assets"), { isSecure: true });
  const bare = await startPages((...exchange) => void handle(...exchange));
  const { response, body } = await bare.request("/app-1a2b.js");
  expect(body).toBe("code()");
  expect(response.headers["cache-control"]).toBe("no-cache");
});

test("what a browser has already is not sent again", async () => {
  const { response: first } = await request("/about");
  const etag = first.headers.etag ?? "";
  const modified = first.headers["last-modified"] ?? "";
  const known: Record<string, string>[] = [
    { "if-none-match": etag },
    { "if-none-match": `"other", ${etag}` },
    { "if-none-match": "*" },
    { "if-modified-since": modified },
  ];
  for (const headers of known) {
    const { response, body } = await request("/about", headers);
    expect(response.statusCode).toBe(304);
    expect(body).toBe("");
    expect(response.headers).toMatchObject({
      etag,
      "cache-control": "no-cache",
      vary: "accept-encoding",
    });
  }
  const unknown: Record<string, string>[] = [
    { "if-none-match": '"other"' },
    { "if-none-match": '"other"', "if-modified-since": modified },
    { "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
    { "if-modified-since": "nonsense" },
  ];
  for (const headers of unknown) {
    const { response } = await request("/about", headers);
    expect(response.statusCode).toBe(200);
  }
});

test("a compressed copy is sent to whoever can read it, and counts as another file", async () => {
  const path = "/assets/app-1a2b.js";
  const { response: plain } = await request(path);
  const { response: zipped } = await request(path, {
    "accept-encoding": "gzip",
  });
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(zipped.headers["content-type"]).toContain("javascript");
  expect(zipped.headers.etag).not.toBe(plain.headers.etag);
});

test.each(["gzip;q=0", "identity", "br", "xgzip"])(
  "nothing is compressed for whoever says %s",
  async (encodings) => {
    const { response, body } = await request("/assets/app-1a2b.js", {
      "accept-encoding": encodings,
    });
    expect(response.headers).not.toHaveProperty("content-encoding");
    expect(body).toBe("code()");
  },
);

test("a question about a file is answered without it", async () => {
  const { response, body } = await request("/about", {}, "HEAD");
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-length"]).toBe("20");
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toBe("");
});

test.each([
  ["bytes=0-0", 206, "c", "bytes 0-0/6"],
  ["bytes=1-3", 206, "ode", "bytes 1-3/6"],
  ["bytes=4-", 206, "()", "bytes 4-5/6"],
  ["bytes=4-99", 206, "()", "bytes 4-5/6"],
  ["bytes=-2", 206, "()", "bytes 4-5/6"],
  ["bytes=-99", 206, "code()", "bytes 0-5/6"],
  ["bytes=6-", 416, "", "bytes */6"],
  ["bytes=-0", 416, "", "bytes */6"],
  ["bytes=5-2", 200, "code()", undefined],
  ["bytes=abc", 200, "code()", undefined],
  ["bytes=-", 200, "code()", undefined],
  ["bytes=0-1,3-4", 200, "code()", undefined],
  ["lines=0-1", 200, "code()", undefined],
])("the range %s is answered by %i", async (range, status, text, sent) => {
  const { response, body } = await request("/assets/app-1a2b.js", {
    range,
    "accept-encoding": "gzip",
  });
  expect(response.statusCode).toBe(status);
  expect(body).toBe(text);
  expect(response.headers["content-range"]).toBe(sent);
  expect(response.headers).not.toHaveProperty("content-encoding");
});

test("part of a file that may have changed is not sent", async () => {
  const { response } = await request("/about", {
    range: "bytes=0-1",
    "if-range": '"other"',
  });
  expect(response.statusCode).toBe(200);
});

test("files of clients that hang up are closed", async () => {
  const film = join(folder, "dist", "film.bin");
  for (let i = 0; i < 20; i++) {
    await new Promise<void>((resolve) => {
      const socket = connect(pages.port, "127.0.0.1", () => {
        socket.write("GET /film.bin HTTP/1.1\r\nHost: a\r\n\r\n");
      });
      socket.once("data", () => {
        socket.destroy();
        resolve();
      });
    });
  }
  await expect.poll(() => openFiles(film)).toBe(0);
});

/** How many of this process's files are this one; Linux alone tells. */
async function openFiles(path: string): Promise<number> {
  const folder = "/proc/self/fd";
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(
    names.map((name) => readlink(join(folder, name)).catch(() => "")),
  );
  return targets.filter((target) => target === path).length;
}

test("a file waits while as many others are read as may be at once", async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(() => release());
  for (let n = 0; n < MAX_FILE_WORK; n++) void fileWork.run(() => released);
  let isAnswered = false;
  const received = once(pages.server, "request");
  const asked = request("/").finally(() => (isAnswered = true));
  await received;
  // Takes longer than a small file that need not wait.
  await readFile(join(folder, "dist", "film.bin"));
  expect(isAnswered).toBe(false);
  release();
  expect((await asked).body).toBe("<title>page</title>");
});

describe("what the app says of a path", () => {
  const html = `<!doctype html><html lang="en"><head><title>page</title><meta property="og:title" content="page"/><meta property="og:type" content="x"></head></html>`;
  let head: PageHead | null;

  async function startWithHead() {
    const home = await temporaryFolder();
    await writeFile(join(home, "index.html"), html);
    await writeFile(join(home, "index.html.br"), brotliCompressSync(html));
    await writeFile(join(home, "app.js"), "code()");
    const twin = join(home, "twin.html");
    await writeFile(twin, html.replace("page", "twin"));
    const { atime, mtime } = await stat(twin);
    await utimes(twin, atime, mtime);
    await utimes(join(home, "index.html"), atime, mtime);
    const handle = pageFiles(home, {
      isSecure: false,
      headOf: async () => head,
    });
    const served = await startPages((...exchange) => void handle(...exchange));
    return served;
  }

  test("is in the HTML, escaped, and in a new version of it", async () => {
    const served = await startWithHead();
    head = {
      attributes: { "data-phase": `"live"` },
      title: "A & <b>",
      meta: { "og:title": "A & $& <b>", "og:type": "", "og:url": "https://a" },
    };
    const { response, body } = await served.request("/");
    expect(body).toBe(
      `<!doctype html><html data-phase="&quot;live&quot;" lang="en"><head><title>A &amp; &lt;b></title><meta property="og:title" content="A &amp; $&amp; &lt;b>"><meta property="og:url" content="https://a"></head></html>`,
    );
    const { etag = "" } = response.headers;
    const again = await served.request("/", { "if-none-match": etag });
    expect(again.response.statusCode).toBe(304);
    const zipped = { "accept-encoding": "br" };
    const { response: small } = await served.request("/", zipped);
    expect(small.headers["content-encoding"]).toBe("br");
    head = { attributes: { "data-phase": "over" }, meta: {} };
    const changed = await served.request("/", { "if-none-match": etag });
    expect(changed.response.statusCode).toBe(200);
    expect(changed.body).toContain(`<html data-phase="over" lang="en">`);
  });

  test("is in the page that was asked for, not in one as large and as old", async () => {
    const served = await startWithHead();
    head = { attributes: {}, meta: {} };
    expect((await served.request("/")).body).toBe(html);
    const { body } = await served.request("/twin");
    expect(body).toBe(html.replace("page", "twin"));
  });

  test("is nothing where the app does not answer, and in other files", async () => {
    const served = await startWithHead();
    head = null;
    expect((await served.request("/")).body).toBe(html);
    expect((await served.request("/app.js")).body).toBe("code()");
  });
});
