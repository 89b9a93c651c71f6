import { access, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anyApi, type ApiFromModules } from "convex/server";
import PostalMime from "postal-mime";
import { beforeEach, expect, test } from "vitest";
import {
  OUTBOX_MAIL_PATH,
  OUTBOX_PATH,
  type OutboxList,
  type OutboxMail,
} from "../../src/admin/admin-api";
import { askAsAdmin } from "../admin/administrator";
import {
  fixture,
  newHttpClient,
  startServer,
  type TestServer,
} from "../engine/test-server";
import type * as mailModule from "../fixtures/mailer/mail";

const { mail } = anyApi as unknown as ApiFromModules<{
  mail: typeof mailModule;
}>;
const letter = {
  from: "HackArena 2025 <onboarding@resend.dev>",
  to: ["asha@example.in"],
  subject: "Reset your password",
  html: '<p>Follow <a href="http://127.0.0.1/reset">this link</a></p>',
  text: "Follow this link: http://127.0.0.1/reset",
};

let server: TestServer;
beforeEach(() => startMailer());

async function startMailer(
  options: Parameters<typeof startServer>[0] = {},
): Promise<void> {
  server = await startServer({ functions: fixture("mailer"), ...options });
}

const send = (message: object) =>
  newHttpClient(server.url).action(mail.send, {
    body: JSON.stringify(message),
  });

const outbox = () => join(server.dataDir, "outbox");

async function kept() {
  const names = (await readdir(outbox())).sort();
  return Promise.all(names.map((name) => readFile(join(outbox(), name))));
}

async function onlyMessage() {
  const messages = await kept();
  expect(messages).toHaveLength(1);
  const [source = Buffer.alloc(0)] = messages;
  return { source: source.toString("latin1"), ...(await parse(source)) };
}

async function parse(source: Buffer) {
  const message = await PostalMime.parse(source);
  const header = (key: string) =>
    message.headers.filter((one) => one.key === key).map(({ value }) => value);
  return { message, header };
}

test("a mail is saved as a message with its text and its HTML", async () => {
  const stop = "<https://example.in/stop>";
  const { status, answer } = await send({
    ...letter,
    headers: { "List-Unsubscribe": stop },
  });
  expect(status).toBe(200);
  const { message, header, source } = await onlyMessage();
  expect(message.from).toEqual({
    name: "HackArena 2025",
    address: "onboarding@resend.dev",
  });
  expect(message.to).toEqual([{ name: "", address: "asha@example.in" }]);
  expect(message.subject).toBe(letter.subject);
  expect(message.text?.trim()).toBe(letter.text);
  expect(message.html?.trim()).toBe(letter.html);
  const { id } = answer as { id: string };
  expect(message.messageId).toBe(`<${id}@resend.dev>`);
  expect(header("content-type")[0]).toMatch(/^multipart\/alternative/);
  expect(header("mime-version")).toEqual(["1.0"]);
  expect(header("list-unsubscribe")).toEqual([stop]);
  expect(Math.abs(Date.now() - Date.parse(message.date ?? ""))).toBeLessThan(
    60_000,
  );
  // Mail programs show the last alternative that they support.
  expect(source.indexOf("text/plain")).toBeLessThan(
    source.indexOf("text/html"),
  );
  expect(source.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
});

test("names and subjects in any script are encoded in ASCII", async () => {
  const subject = `आपका पासवर्ड, ${"हैकअरीना ".repeat(20)}— “reset” 🏆`;
  const text = `नमस्ते आशा,\n\n${"long ".repeat(400)}\n.\nFrom here on`;
  await send({
    ...letter,
    from: "Zoë Ünal, “Arena” <zoe@example.in>",
    to: ['"Rao, Asha" <asha@example.in>', "आशा <asha.r@example.in>"],
    subject,
    text,
  });
  const { message, source } = await onlyMessage();
  expect(message.from).toEqual({
    name: "Zoë Ünal, “Arena”",
    address: "zoe@example.in",
  });
  expect(message.to).toEqual([
    { name: "Rao, Asha", address: "asha@example.in" },
    { name: "आशा", address: "asha.r@example.in" },
  ]);
  expect(message.subject).toBe(subject);
  expect(message.text?.trim().replaceAll("\r\n", "\n")).toBe(text);
  const [headers = ""] = source.split("\r\n\r\n");
  expect(headers).toMatch(/^[\t\r\n -~]*$/);
  const lines = source.split("\r\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(999);
});

test("links are whole where somebody reads the file as text", async () => {
  const link = `http://127.0.0.1:3000/reset-password?token=${"aB3_".repeat(40)}&email=asha%40example.in`;
  const html = `<p>नमस्ते</p>\n<a href="${link.replace("&", "&amp;")}">Go</a>`;
  await send({ ...letter, text: `Dear Zoë,\n${link}\n`, html });
  const { message, source } = await onlyMessage();
  expect(source).toContain(`\r\n${link}\r\n`);
  expect(source).toContain(link.replace("&", "&amp;"));
  expect(message.text?.trim()).toBe(`Dear Zoë,\n${link}`);
  expect(message.html?.trim()).toBe(html);
});

test("a mail may consist of text only", async () => {
  const { html: _html, ...plain } = letter;
  await send(plain);
  const { message } = await onlyMessage();
  expect(message.text?.trim()).toBe(letter.text);
  expect(message.html).toBeUndefined();
});

test("only the owner can read the outbox, and it has no partial files", async () => {
  await Promise.all(Array.from({ length: 5 }, () => send(letter)));
  const folder = outbox();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const names = await readdir(folder);
  expect(names).toHaveLength(5);
  for (const name of names) {
    expect(name).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z_[-0-9a-f]{36}\.eml$/,
    );
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
});

test("the log names a mail's file and shortens the recipient's address", async () => {
  const { answer } = await send(letter);
  const { id } = answer as { id: string };
  const lines = server.log.filter((line) => line.includes("Mail for"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^Mail for a…@example\.in is in /);
  const [, file = ""] = / is in (.*)$/.exec(lines[0] ?? "") ?? [];
  expect(file).toContain(id);
  await access(file);
});

test("only where nobody else can follow a link, the log tells it", async () => {
  const link = "http://127.0.0.1:3000/reset-password?token=aB3_";
  const text = `Hello,\n\n${link}\n\nhttp://127.0.0.1:3000`;
  const linesOf = async (isLoopbackOnly: boolean) => {
    await startMailer({ isLoopbackOnly });
    await send({ ...letter, text });
    return server.log.filter((line) => line.includes("Mail for")).join();
  };
  expect(await linesOf(true)).toMatch(
    / is in \S+\.eml and leads to http:\/\/127\.0\.0\.1:3000\/reset-password\?token=aB3_$/,
  );
  expect(await linesOf(false)).not.toContain("token");
});

const list = async () =>
  (await (await askAsAdmin(server, OUTBOX_PATH)).json()) as OutboxList;

test("an administrator sees the mails, the newest first, and the content of each", async () => {
  await startMailer({
    dataBrowser: (_request, response) => void response.end("data browser"),
  });
  expect(await list()).toEqual({ isOn: true, mails: [] });
  await send({ ...letter, subject: "First" });
  const html = "<html><head></head><body>आशा<script>1</script></body></html>";
  await send({ ...letter, subject: "Second", html });
  const unclosed = "<html><head <body>Links open a window</body></html>";
  await send({ ...letter, subject: "Third", html: unclosed });
  const [third, ...mails] = (await list()).mails;
  expect(mails.map(({ subject }) => subject)).toEqual(["Second", "First"]);
  const [{ id } = { id: "" }] = mails;
  const answer = await askAsAdmin(server, `${OUTBOX_MAIL_PATH}?id=${id}`);
  const mail = (await answer.json()) as OutboxMail;
  expect(mail).toMatchObject({
    from: "HackArena 2025 <onboarding@resend.dev>",
    to: ["asha@example.in"],
    text: expect.stringContaining(letter.text) as string,
  });
  const page = await fetch(server.url + mail.htmlPath);
  expect(await page.text()).toContain(
    '<head><base target="_blank"></head><body>आशा',
  );
  const last = await askAsAdmin(server, `${OUTBOX_MAIL_PATH}?id=${third?.id}`);
  const { htmlPath } = (await last.json()) as OutboxMail;
  const other = await fetch(server.url + htmlPath);
  expect(await other.text()).toContain(`<base target="_blank">${unclosed}`);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox allow-popups");
  expect(policy).not.toContain("allow-scripts");
  const guess = await fetch(`${server.url}/_data/mail/guess`);
  expect(await guess.text()).toBe("data browser");
});

test("an administrator gets no other file, and nobody gets one without the key", async () => {
  await send(letter);
  for (const id of ["../keys", "..%2Fkeys.json", "", "nothing"]) {
    const path = `${OUTBOX_MAIL_PATH}?id=${id}`;
    expect((await askAsAdmin(server, path)).status).toBe(404);
  }
  for (const path of [OUTBOX_PATH, `${OUTBOX_MAIL_PATH}?id=x`]) {
    const headers = { authorization: "Convex embedded|00" };
    expect((await fetch(server.url + path, { headers })).status).toBe(403);
  }
});

test("an administrator learns that a provider sends the mail instead", async () => {
  await startMailer({ envFile: { AUTH_RESEND_KEY: "re_own" } });
  expect(await list()).toEqual({ isOn: false, mails: [] });
});

test("a mail that makes no sense is refused and not saved", async () => {
  const cases: [object, string][] = [
    [{ from: undefined }, "at from"],
    [{ to: undefined }, "at to"],
    [{ subject: undefined }, "at subject"],
    [{ html: undefined, text: undefined }, "at html"],
    [{ to: [] }, "at to"],
    [{ subject: 5 }, "at subject"],
    [{ html: { path: "/etc/passwd" } }, "at html"],
    [{ to: "asha" }, "at to"],
    [{ to: "a@b.in, c@d.in" }, "at to"],
    [{ to: '"a@b.in x"@c.in' }, "at to"],
    [{ to: Array(51).fill("a@b.in") }, "at to"],
    [{ subject: "Hello\r\nBcc: everybody@example.in" }, "at subject"],
    [{ from: "Arena\nBcc: x@y.in <a@b.in>" }, "at from"],
    [{ to: "a@b.in\r\nBcc:x@y.in" }, "at to"],
    [{ bcc: "b@b.in" }, 'key: "bcc"'],
    [{ headers: { "X-Note": "a\nBcc: b@b.in" } }, "at headers"],
    [{ headers: { "X\nBcc": "b@b.in" } }, "at headers"],
    [{ attachments: [{ path: "/etc/passwd" }] }, 'key: "attachments"'],
  ];
  for (const [change, where] of cases) {
    const { status, answer } = await send({ ...letter, ...change });
    expect([change, status]).toEqual([change, 422]);
    expect(answer).toMatchObject({
      statusCode: 422,
      name: "validation_error",
      message: expect.stringContaining(where) as string,
    });
  }
  await expect(readdir(outbox())).rejects.toThrow("ENOENT");
});

/** What functions know of the provider, and requests to it. */
async function providerOf() {
  const client = newHttpClient(server.url);
  const { url, key } = await client.action(mail.provider, {});
  const ask = async (
    path: string,
    init: { method?: string; body?: string } = {},
    authorization = `Bearer ${key}`,
  ) => {
    const headers = { authorization };
    const response = await fetch(url + path, { ...init, headers });
    return { status: response.status, answer: await response.json() };
  };
  const post = (path: string, body: unknown) =>
    ask(path, { method: "POST", body: JSON.stringify(body) });
  return { url, key, ask, post };
}

test("every request without the key is refused", async () => {
  const { url, key, ask } = await providerOf();
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(new URL(url).port).not.toBe(String(server.port));
  for (const [authorization, path, status, name] of [
    ["", "/emails", 401, "missing_api_key"],
    [key, "/emails", 401, "missing_api_key"],
    ["", "/nowhere", 401, "missing_api_key"],
    ["Bearer re_guess", "/emails", 403, "invalid_api_key"],
    [`Bearer ${key}0`, "/emails", 403, "invalid_api_key"],
    [`Bearer ${key.slice(0, -1)}`, "/emails", 403, "invalid_api_key"],
  ] as const) {
    const init = { method: "POST", body: JSON.stringify(letter) };
    expect(await ask(path, init, authorization)).toMatchObject({
      status,
      answer: { name },
    });
  }
  await expect(readdir(outbox())).rejects.toThrow("ENOENT");
});

test("requests that Resend would refuse get its errors", async () => {
  const { ask } = await providerOf();
  for (const [path, init, statusCode, name] of [
    ["/emails", { method: "POST", body: "{" }, 400, "validation_error"],
    ["/emails", { method: "POST", body: "[]" }, 422, expect.any(String)],
    ["/emails", {}, 405, "method_not_allowed"],
    ["/domains", {}, 404, "not_found"],
  ] as const) {
    expect(await ask(path, init)).toMatchObject({
      status: statusCode,
      answer: { statusCode, name },
    });
  }
});

test("a batch is kept mail by mail, or refused as a whole", async () => {
  const { post } = await providerOf();
  const wrong = { ...letter, to: "nobody" };
  for (const refused of [
    [letter, wrong],
    Array.from({ length: 101 }, () => letter),
  ]) {
    expect(await post("/emails/batch", refused)).toMatchObject({ status: 422 });
  }
  await expect(readdir(outbox())).rejects.toThrow("ENOENT");
  const kept = await post("/emails/batch", [letter, letter]);
  expect(kept.status).toBe(200);
  const { data } = kept.answer as { data: { id: string }[] };
  expect(new Set(data.map(({ id }) => id)).size).toBe(2);
  expect(await readdir(outbox())).toHaveLength(2);
});

test("a failed write is reported to the function and in the log", async () => {
  await writeFile(outbox(), "in the way");
  const { status, answer } = await send(letter);
  expect(status).toBe(500);
  expect(answer).toMatchObject({ name: "application_error" });
  expect(JSON.stringify(answer)).not.toContain(server.dataDir);
  expect(server.log.join()).toContain("A mail is not kept");
});

test.each<Record<string, string>>([
  { AUTH_RESEND_KEY: "re_own", RESEND_BASE_URL: "http://127.0.0.1:9" },
  { AUTH_RESEND_KEY: "re_own" },
  { RESEND_BASE_URL: "http://127.0.0.1:9" },
])("a deployment that sets %j keeps its own provider", async (envFile) => {
  await startMailer({ envFile });
  expect(await newHttpClient(server.url).action(mail.provider, {})).toEqual({
    key: envFile.AUTH_RESEND_KEY ?? "",
    url: envFile.RESEND_BASE_URL ?? "",
  });
});

test("an empty key counts as not set", async () => {
  await startMailer({ envFile: { AUTH_RESEND_KEY: "" } });
  expect((await send(letter)).status).toBe(200);
  expect(await kept()).toHaveLength(1);
});

test("a closed backend accepts no more mail", async () => {
  const { url } = await providerOf();
  await server.close();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});
