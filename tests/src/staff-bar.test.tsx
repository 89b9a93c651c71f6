import { expect, test, vi } from "vitest";
import { StaffBar } from "../../src/routes/projects/staff-bar";
import { answer, calls, settings } from "./deployment";
import { click, open, screen } from "./rendering";

vi.mock("../../src/lib/session/session-store", () => ({
  useSession: () => ({ status: "signedIn" }),
}));

test("who asks to publish the gallery closes it not when another organiser has published it", () => {
  answer({
    "users:me": { role: "organiser" },
    "projects:takenDown": [{ projectId: "p1", name: "Radar" }],
    "organiser:overview": { handedIn: 55 },
  });
  open(<StaffBar />);
  click("Publish the gallery");
  screen.getByRole("heading", { name: "Publish the gallery?" });
  screen.getByText("55 projects are handed in, 1 of them taken down.");
  answer(settings({ galleryPublished: true }));
  screen.getByText("Everyone sees this gallery.");
  expect(screen.queryByRole("heading", { name: /\?$/u })).toBeNull();
  expect(calls).toEqual([]);
});
