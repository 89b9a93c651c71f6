import { expect, test } from "vitest";
import { circlesIn, wayToPortal } from "../../src/prerender/client-build";

const chunk = (name: string, imports: string[], ...modules: string[]) => ({
  name,
  fileName: `assets/${name}.js`,
  imports: imports.map((file) => `assets/${file}.js`),
  moduleIds: modules.map((path) => `/checkout/src/${path}`),
});

const portal = chunk("portal", [], "lib/days.ts", "routes/team/route.tsx");
const team = chunk("route", ["portal"], "routes/team/team-view.tsx");

test("a page of visitors must not load the portal, not even by what it shares with it", () => {
  const timeline = chunk("below", ["shared"], "routes/home/timeline.tsx");
  const shared = chunk("shared", ["portal"], "ui/reveal.tsx");
  expect(wayToPortal([team, timeline, shared, portal])).toEqual([
    "assets/below.js",
    "assets/shared.js",
    "assets/portal.js",
  ]);
  const apart = chunk("shared", ["below"], "ui/reveal.tsx");
  expect(wayToPortal([team, timeline, apart, portal])).toBeUndefined();
});

test("nor must the portal contain a part of it", () => {
  const mixed = chunk("portal", [], "layouts/site-footer.tsx");
  expect(wayToPortal([mixed])).toEqual(["assets/portal.js"]);
});

test("files that import each other are found, and those that only pass exports on are not", () => {
  const forms = chunk("forms", ["listings"], "lib/use-form.ts");
  const listings = chunk("listings", ["forms"], "routes/find/route.tsx");
  expect(circlesIn([team, portal, forms, listings])).toEqual([
    "assets/forms.js",
    "assets/listings.js",
  ]);
  expect(circlesIn([forms, chunk("listings", ["forms"])])).toEqual([]);
});
