import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { Tabs } from "../../src/ui/tabs";
import { fireEvent, render, screen } from "./rendering";

const tabs = [
  { id: "overview", label: "Overview", content: "all of it" },
  { id: "team", label: "Team", content: "the four" },
  { id: "resources", label: "Resources", content: "to read" },
];

function open(address: string) {
  const element = <Tabs label="Dashboard" tabs={tabs} />;
  const router = createMemoryRouter([{ path: "/", element }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
  return router;
}

test.each(["/", "/?tab=unknown"])("%s opens the first tab", (address) => {
  open(address);
  expect(screen.getByRole("tabpanel", { name: "Overview" })).toBeDefined();
});

test.each([
  ["ArrowRight", "Team"],
  ["ArrowLeft", "Resources"],
  ["End", "Resources"],
])("%s moves the focus and the choice to %s", async (key, name) => {
  open("/");
  fireEvent.keyDown(screen.getByRole("tab", { name: "Overview" }), { key });
  await screen.findByRole("tabpanel", { name });
  expect(document.activeElement).toBe(screen.getByRole("tab", { name }));
});

test("only the open tab is in the tab order", () => {
  open("/?tab=team");
  const order = screen.getAllByRole("tab").map((tab) => tab.tabIndex);
  expect(order).toEqual([-1, 0, -1]);
});
