import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { PortalNews } from "../../src/layouts/portal-news";
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
