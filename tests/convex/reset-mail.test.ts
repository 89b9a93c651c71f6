import { beforeEach, describe, expect, test, vi } from "vitest";
import { resetMail } from "#convex/model/signIn/resetMail";

const facts = {
  to: "asha@example.in",
  name: "Asha",
  hasPassword: true,
  link: "https://hackarena.test/reset-password?token=abc&email=asha%40example.in",
};

beforeEach(() => {
  vi.stubEnv("SITE_URL", "https://hackarena.test");
});

describe("a reset mail", () => {
  test("contains the link in both parts", () => {
    const { html, text, to } = resetMail(facts);
    expect(to).toBe("asha@example.in");
    expect(text).toContain(facts.link);
    expect(html).toContain(`href="${facts.link.replace("&", "&amp;")}"`);
  });

  test("breaks no word but the address of the link", () => {
    const { html, text } = resetMail(facts);
    expect(text).toContain("We got a request to reset your password.");
    const broken = [...html.matchAll(/<(\w+)[^>]*break-all[^>]*>([^<]*)/g)];
    expect(broken.map(([, tag, words]) => [tag, words])).toEqual([
      ["a", facts.link.replace("&", "&amp;")],
    ]);
  });

  test("loads no external resource", () => {
    expect(resetMail(facts).html).not.toMatch(/<img|<link|<script|url\(|src=/i);
  });

  test.each([true, false])(
    "says that the link works for one hour (with a password: %s)",
    (hasPassword) => {
      const { html, text } = resetMail({ ...facts, hasPassword });
      expect(text).toContain("one hour");
      expect(html).toContain("one hour");
    },
  );

  test("does not mention Google to a person with a password", () => {
    const { html, text, subject } = resetMail(facts);
    expect(html + text + subject).not.toContain("Google");
  });

  test("shows a name with markup as text", () => {
    const name = `<b onclick='x'>"A" & B</b>`;
    const { html, text } = resetMail({ ...facts, name });
    expect(text).toContain(`Hello ${name},`);
    expect(html).not.toContain("<b onclick");
    expect(html).toContain(
      "&lt;b onclick=&#39;x&#39;&gt;&quot;A&quot; &amp; B&lt;/b&gt;",
    );
  });
});
