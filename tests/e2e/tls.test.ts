import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { TlsProxy } from "../embedded/deployment/tls-proxy";
import { ChildServer } from "../embedded/engine/child-server";
import { closeAll } from "../embedded/engine/test-server";
import { launchBrowser } from "./browser";
import { Person } from "./person";

let browser: Browser;
let proxy: TlsProxy;
let dataDir: string;

beforeAll(async () => {
  [browser, proxy, dataDir] = await Promise.all([
    launchBrowser(inject("browser")),
    TlsProxy.open({ keepsHost: true }),
    mkdtemp(join(tmpdir(), "hackarena-")),
  ]);
  const port = await freePort();
  const server = new ChildServer(["start"], {
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: proxy.url,
      TRUST_PROXY: "loopback",
      VITEST: "",
      NODE_ENV: "production",
    },
  });
  expect(await server.ready()).toBe(proxy.url);
  proxy.lead(port);
});
afterAll(async () => {
  await browser.close();
  proxy.close();
  await closeAll();
  await rm(dataDir, { recursive: true });
});

test("two people make a team through TLS, and see each other at once", async () => {
  const options = { ignoreHTTPSErrors: true };
  const [asha, bina] = await Promise.all([
    Person.arrive(browser, proxy.url, "Asha Rao", options),
    Person.arrive(browser, proxy.url, "Bina Shah", options),
  ]);
  await asha.register();
  const code = await asha.createTeam("Behind the Proxy");
  await bina.register();
  await bina.joinTeam(code);
  await expect
    .poll(() => asha.roster())
    .toContainEqual(expect.stringContaining("Bina Shah"));
  expect(new URL(asha.page.url()).origin).toBe(proxy.url);
  await asha.goHome();
  await bina.goHome();
});

test("who leaves the s away ends at TLS", async () => {
  const visitor = await Person.arrive(browser, proxy.plainUrl, "Chitra Das", {
    ignoreHTTPSErrors: true,
  });
  await visitor.page.goto("/about");
  expect(visitor.page.url()).toBe(`${proxy.url}/about`);
  await visitor.goHome();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
