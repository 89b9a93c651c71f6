import { expect, test } from "vitest";
import { fillTemplate, withFirstPaint } from "../../src/prerender/template";

const template = `<html><head>
  <title>Old</title>
  <meta
    name="description"
    content="old words"
  />
</head><body><div id="root"></div></body></html>`;
const page = {
  title: "Q&A <1>",
  description: 'Say "hello"',
  head: '<link rel="canonical" href="https://a.test/faq"/>',
  body: "<main>$& $1</main>",
  modules: [],
  early: undefined,
  isUrgent: false,
  isKept: false,
};
const none = { scripts: [], styles: [], early: [] };

test("a page's words take their places in the template, whatever they contain", () => {
  const html = fillTemplate(template, page, "/faq", {
    ...none,
    scripts: ["assets/a.js"],
  });
  expect(html).toContain("<title>Q&amp;A &lt;1></title>");
  expect(html).toContain('content="Say &quot;hello&quot;"');
  expect(html).toContain(`${page.head}</head>`);
  expect(html).toContain(
    '<div id="root" data-page="/faq" data-scripts="/assets/a.js"><main>$& $1</main></div>',
  );
});

test("a page that opens with no connection can be installed, no other", () => {
  const manifest = '<link rel="manifest"';
  const kept = { ...page, isKept: true };
  expect(fillTemplate(template, kept, "/team", none)).toContain(manifest);
  expect(fillTemplate(template, page, "/faq", none)).not.toContain(manifest);
});

test("the scripts of an urgent page, and the styles that they link, load beside its own styles", () => {
  const urgent = { ...page, isUrgent: true };
  const html = fillTemplate(template, urgent, "/login", {
    ...none,
    scripts: ["assets/a.js"],
    styles: ["assets/b.css"],
  });
  const [head = ""] = html.split("</head>");
  expect(head).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/a.js">',
  );
  expect(head).toContain(
    '<link rel="preload" as="style" href="/assets/b.css">',
  );
  expect(html).toContain(" data-urgent>");
});

test("an early script runs beside the first paint, and its imports load with it", () => {
  const early = ["assets/early.js", "assets/its-import.js"];
  const html = fillTemplate(template, page, "/projects", { ...none, early });
  const [head = ""] = html.split("</head>");
  expect(head).toContain(
    '<script type="module" async crossorigin src="/assets/early.js"></script><link rel="modulepreload" crossorigin href="/assets/its-import.js">',
  );
});

test("the script of the first paint is part of the page, and the styles follow at once", () => {
  const link = '<script src="/first-paint.js"></script>';
  const styles = '<link rel="stylesheet" crossorigin href="/b.css">';
  const html = `<head>${link}<script src="/a.js"></script>${styles}</head>`;
  expect(withFirstPaint(html, "a('$&');")).toBe(
    `<head><script>a('$&');</script>${styles}<script src="/a.js"></script></head>`,
  );
  expect(() => withFirstPaint(template, "")).toThrow("first-paint");
});

test("a template without a root is refused", () => {
  expect(() => fillTemplate("<html></html>", page, "/", none)).toThrow("root");
});
