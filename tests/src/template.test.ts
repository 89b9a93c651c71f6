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
  isUrgent: false,
};

test("a page's words take their places in the template, whatever they contain", () => {
  const html = fillTemplate(template, page, "/faq", ["assets/a.js"]);
  expect(html).toContain("<title>Q&amp;A &lt;1></title>");
  expect(html).toContain('content="Say &quot;hello&quot;"');
  expect(html).toContain(`${page.head}</head>`);
  expect(html).toContain(
    '<div id="root" data-page="/faq" data-scripts="/assets/a.js"><main>$& $1</main></div>',
  );
});

test("the scripts of an urgent page load beside its styles", () => {
  const urgent = { ...page, isUrgent: true };
  const html = fillTemplate(template, urgent, "/login", ["assets/a.js"]);
  const [head = ""] = html.split("</head>");
  expect(head).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/a.js">',
  );
  expect(html).toContain(" data-urgent>");
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
  expect(() => fillTemplate("<html></html>", page, "/", [])).toThrow("root");
});
