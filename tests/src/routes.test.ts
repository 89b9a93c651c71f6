import { matchRoutes } from "react-router-dom";
import { expect, test } from "vitest";
import { notFoundPage, pages } from "../../src/content/pages";
import { routes } from "../../src/routes";

test.each(Object.entries(pages))("%s has a route", (_, page) => {
  expect(innermostRoute(page.path)?.handle).toBe(page);
});

test("unknown addresses lead to the page that says so", () => {
  expect(innermostRoute("/nowhere/at/all")?.handle).toBe(notFoundPage);
});

function innermostRoute(path: string) {
  return matchRoutes(routes, path)?.at(-1)?.route;
}
