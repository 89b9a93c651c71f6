import { expect, test } from "vitest";
import { serveChat } from "../engine/child-server";
import { startServer, temporaryDataDir } from "../engine/test-server";

const navigation = { headers: { accept: "text/html" } };

test("the data browser is served with any app", async () => {
  const args = ["--name", "Our chat", "--home", "/rooms"];
  const child = serveChat(await temporaryDataDir(), { args });
  const url = await child.ready();
  const page = await fetch(`${url}/_data/tables/messages`, navigation);
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain("<title>Data browser</title>");
  expect(html).toContain('content="Our chat" data-home="/rooms"');
  const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );
  expect(names).toContainEqual(expect.stringMatching(/\.js$/));
  for (const name of names) {
    expect(name).toMatch(/^\/_data\/assets\//);
    const asset = await fetch(url + name);
    expect(asset.status).toBe(200);
    expect(asset.headers.get("cache-control")).toContain("immutable");
  }
  // Its security policy forbids inline scripts.
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|style=/);
  expect(child.stderr).toBe("");
  for (const path of ["main.tsx", "assets/../main.tsx", "package.json"]) {
    const { status } = await fetch(`${url}/_data/${path}`);
    expect([path, status]).toEqual([path, 404]);
  }
});

test("when it is switched off, its path is like any other", async () => {
  const env = { DATA_BROWSER: "off" };
  const url = await serveChat(await temporaryDataDir(), { env }).ready();
  for (const path of ["/_data", "/_data/", "/_data/tables/messages"]) {
    const missing = await fetch(`${url}/nothing-here`, navigation);
    const answer = await fetch(url + path, navigation);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe(await missing.text());
    expect([...answer.headers.keys()]).toEqual([...missing.headers.keys()]);
  }
});

test("its paths reach neither the app's routes nor the page", async () => {
  const asked: string[] = [];
  const answer =
    (who: string) => (request: { url?: string }, response: Ending) => {
      asked.push(`${who} ${request.url}`);
      response.end(who);
    };
  const { url } = await startServer({
    dataBrowser: answer("browser"),
    page: answer("page"),
  });
  for (const path of ["/_data", "/_data/x", "/_data?a", "/_database", "/a"]) {
    await fetch(url + path, navigation);
  }
  expect(asked).toEqual([
    "browser /_data",
    "browser /_data/x",
    "browser /_data?a",
    "page /_database",
    "page /a",
  ]);
});

type Ending = { end(text: string): void };
