import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TlsProxy } from "../../packages/embedded-convex/tests/deployment/tls-proxy";
import { ChildServer } from "../../packages/embedded-convex/tests/engine/child-server";
import { closeAll } from "../../packages/embedded-convex/tests/engine/test-server";
import { Person } from "./person";
import { freePort } from "../../packages/embedded-convex/tests/base/free-port";
import { startArguments } from "./start-command";
import { openBrowser } from "./worker-browser";

const browser = openBrowser();
let proxy: TlsProxy;
let dataDir: string;

beforeAll(async () => {
  [proxy, dataDir] = await Promise.all([
    TlsProxy.open({ keepsHost: true }),
    mkdtemp(join(tmpdir(), "hackarena-")),
  ]);
  const port = await freePort();
  const server = new ChildServer(startArguments(), {
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
  proxy.close();
  await closeAll();
  await rm(dataDir, { recursive: true });
});

test("two people make a team through TLS, and see each other at once", async () => {
  const options = { ignoreHTTPSErrors: true };
  const [asha, bina] = await Promise.all([
    Person.arrive(browser(), proxy.url, "Asha Rao", options),
    Person.arrive(browser(), proxy.url, "Bina Shah", options),
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
  const visitor = await Person.arrive(browser(), proxy.plainUrl, "Chitra Das", {
    ignoreHTTPSErrors: true,
  });
  await visitor.page.goto("/about");
  expect(visitor.page.url()).toBe(`${proxy.url}/about`);
  await visitor.goHome();
});

test("where others reach the product, nothing stands in for Google", async () => {
  const visitor = await Person.arrive(browser(), proxy.url, "Visitor", {
    ignoreHTTPSErrors: true,
  });
  const answered = visitor.page.waitForEvent("websocket").then((socket) =>
    socket.waitForEvent("framereceived", {
      predicate: ({ payload }) => String(payload).includes('"google":false'),
    }),
  );
  await visitor.page.goto("/login");
  await answered;
  expect(
    await visitor.page.getByRole("button", { name: "Google" }).count(),
  ).toBe(0);
  await visitor.goHome();
});
