import type { Elements } from "../../src/ui/elements";
import { expect, test } from "vitest";
import { PortalNews } from "../../src/layouts/portal-news";
import { useFocusKept } from "../../src/lib/focus/use-focus-kept";
import { answer } from "./deployment";
import { field, open, screen } from "./rendering";

const asha = { teamId: null, lostTeam: null };
const lostTeam = { name: "Night Owls", how: "disbanded" };

test("news of a lost team take the focus, but not from who writes", () => {
  const loses = () => answer({ "users:me": { ...asha, lostTeam } });
  const news = () => screen.getByText(/^Night Owls has ended/u);
  answer({ "users:me": asha });
  open(
    <PortalNews>
      <input aria-label="About you" />
    </PortalNews>,
  );
  loses();
  expect(document.activeElement?.contains(news())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);

  answer({ "users:me": asha });
  field("About you").focus();
  loses();
  news();
  expect(document.activeElement).toBe(field("About you"));
});

function List({ children }: { children: Elements }) {
  return (
    <ul ref={useFocusKept()} tabIndex={-1}>
      <li>{children}</li>
    </ul>
  );
}

test("a page keeps the focus when what had it goes, whoever removed it", async () => {
  answer({ "users:me": asha });
  const page = (rest: Elements) => (
    <main id="content" tabIndex={-1}>
      <PortalNews>{rest}</PortalNews>
    </main>
  );
  const { show } = open(page(null));
  const isWith = async (role: string) => {
    const place = screen.getByRole(role);
    await expect.poll(() => document.activeElement).toBe(place);
  };
  show(page(<List>{<button type="button">Withdraw</button>}</List>));
  screen.getByRole("button").focus();
  show(page(<List>Nothing is open.</List>));
  await isWith("list");
  show(page("Nothing is open."));
  await isWith("main");
});
