import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { PortalNews } from "../../src/layouts/portal-news";
import { useFocusKept } from "../../src/lib/focus/use-focus-kept";
import { answer, resetDeployment } from "./deployment";
import { render, screen } from "./rendering";

vi.mock("convex/react", async () =>
  (await import("./deployment")).convexReact(),
);

const asha = { teamId: null, lostTeam: null };
const lostTeam = { name: "Night Owls", how: "disbanded" };

test("news of a lost team take the focus, but not from who writes", () => {
  Element.prototype.scrollIntoView = () => {};
  resetDeployment({ "users:me": asha });
  render(
    <MemoryRouter>
      <PortalNews>
        <input aria-label="About you" />
      </PortalNews>
    </MemoryRouter>,
  );
  answer({ "users:me": { ...asha, lostTeam } });
  const news = screen.getByText(/^Night Owls has ended/u);
  expect(document.activeElement?.contains(news)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);

  answer({ "users:me": asha });
  const field = screen.getByLabelText("About you");
  field.focus();
  answer({ "users:me": { ...asha, lostTeam } });
  screen.getByText(/^Night Owls has ended/u);
  expect(document.activeElement).toBe(field);
});

function List({ children }: { children: ReactNode }) {
  return (
    <ul ref={useFocusKept()} tabIndex={-1}>
      <li>{children}</li>
    </ul>
  );
}

test("a page keeps the focus when what had it goes, whoever removed it", async () => {
  resetDeployment({ "users:me": asha });
  const page = (rest: ReactNode) => (
    <MemoryRouter>
      <main id="content" tabIndex={-1}>
        <PortalNews>{rest}</PortalNews>
      </main>
    </MemoryRouter>
  );
  const { rerender } = render(page(null));
  const isWith = async (role: string) => {
    const place = screen.getByRole(role);
    await expect.poll(() => document.activeElement).toBe(place);
  };
  rerender(page(<List>{<button type="button">Withdraw</button>}</List>));
  screen.getByRole("button").focus();
  rerender(page(<List>Nothing is open.</List>));
  await isWith("list");
  rerender(page("Nothing is open."));
  await isWith("main");
});
