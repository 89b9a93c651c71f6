import { beforeEach, expect, test, vi } from "vitest";
import { resetMail } from "#convex/signIn/resetMail";

const facts = {
  to: "asha@example.in",
  name: "Asha",
  hasPassword: true,
  link: "https://hackarena.test/reset-password?token=abc&email=asha%40example.in",
};
const LINK = facts.link.replace("&", "&amp;");

beforeEach(() => {
  vi.stubEnv("SITE_URL", "https://hackarena.test");
});

test.each([true, false])(
  "both parts have the link and say that it works for one hour (with a password: %s)",
  (hasPassword) => {
    const { html, text, subject } = resetMail({ ...facts, hasPassword });
    for (const part of ["We got a request to reset your password.", facts.link])
      expect(text).toContain(part);
    expect(html).toContain(`href="${LINK}"`);
    for (const part of [text, html]) expect(part).toContain("one hour");
    expect((html + text + subject).includes("Google")).toBe(!hasPassword);
    expect(html).not.toMatch(/<img|<link|<script|url\(|src=/i);
    // No word breaks but the address of the link.
    const broken = [...html.matchAll(/<(\w+)[^>]*break-all[^>]*>([^<]*)/g)];
    expect(broken.map(([, tag, words]) => [tag, words])).toEqual([["a", LINK]]);
  },
);

test("a name with markup is text", () => {
  const name = `<b onclick='x'>"A" & B</b>`;
  const { html, text } = resetMail({ ...facts, name });
  expect(text).toContain(`Hello ${name},`);
  expect(html).not.toContain("<b onclick");
  expect(html).toContain(
    "&lt;b onclick=&#39;x&#39;&gt;&quot;A&quot; &amp; B&lt;/b&gt;",
  );
});
