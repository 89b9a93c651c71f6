/** The importer of places: what it shows before it counts, and its presses. */
import { expect, test } from "vitest";
import { refuse } from "#convex/platform/shared/errors";
import { Places } from "../../src/routes/organiser/places/places";
import { Roles } from "../../src/routes/organiser/roles/roles";
import { answer, expectCalls, responses } from "./deployment";
import {
  button,
  click,
  field,
  fill,
  fireEvent,
  open,
  screen,
  tick,
} from "./rendering";

const LIST = { addresses: 3, at: 0, before: 7, until: Infinity };
const losers = Array.from({ length: 41 }, (_, k) => ({
  name: `Person ${k}`,
  email: `p${k}@example.in`,
}));

function deployment(lose = losers) {
  answer({
    "organiser:places": LIST,
    "organiser:comparePlaces": ({ emails }: { emails: string[] }) =>
      planOf(emails.slice(1), lose),
    "organiser:comparePlacesBefore": planOf([], losers.slice(0, 1)),
  });
  responses["organiser:importPlaces"] = async () => ({ confirmed: 1 });
}
const plans = new Map<string, object>();
function planOf(strangers: string[], lose: typeof losers) {
  const key = JSON.stringify([strangers, lose.length]);
  const plan = { seen: "l1", gain: [], lose, kept: 1, strangers, dropped: 2 };
  plans.set(key, plans.get(key) ?? plan);
  return plans.get(key);
}

const FILE =
  "Name,Email,Status\nAsha,asha@example.in,Approved\nRavi,ravi@example.in,Declined\nMira,mira,Approved\nDev,dev@example.in,Approved\n";
const asha = "asha@example.in";
const dev = "dev@example.in";

async function choose(text = FILE) {
  const input = field("CSV file");
  Object.defineProperty(input, "files", {
    value: [new File([text], "r.csv")],
    configurable: true,
  });
  // Browsers let it be emptied only.
  Object.defineProperty(input, "value", { value: "r.csv", writable: true });
  fireEvent.change(input);
  await screen.findByText("Add to the list");
  expect(input.value).toBe("");
}

test("says who comes, what was not read and who would lose a place, and adds without a question", async () => {
  deployment();
  open(<Places />);
  await choose();
  screen.getByRole("heading", { name: "2 people" });
  screen.getByText("1 has an account, 1 not yet; 1 row could not be read.");
  expect(screen.getAllByText("Row 4: “mira” is no address")).not.toEqual([]);
  expect(screen.getAllByText("Row 3: Status: Declined")).not.toEqual([]);
  click("Add to the list");
  const added = { how: "add", emails: [asha, dev], seen: "l1", losing: 0 };
  await expectCalls(["organiser:importPlaces", added]);
});

test("a replacement names who loses, five and the number of the others", async () => {
  deployment();
  open(<Places />);
  await choose();
  click("Replace the list");
  screen.getByText(
    /^These 41 lose their place: Person 0, Person 1, Person 2, Person 3, Person 4 and 36 more\. 2 addresses without an account leave the list\./u,
  );
  // All of them stand on the page.
  screen.getByText("Person 40, p40@example.in");
  click("Replace it");
  const all = { how: "replace", emails: [asha, dev], seen: "l1", losing: 41 };
  await expectCalls(["organiser:importPlaces", all]);
});

test("what is chosen for a column counts at once", async () => {
  deployment();
  open(<Places />);
  await choose();
  tick("declined: 1 row");
  await screen.findByRole("heading", { name: "3 people" });
  tick("approved: 3 rows");
  await screen.findByRole("heading", { name: "1 person" });
  fill("Status", "none");
  await screen.findByRole("heading", { name: "3 people" });
  fill("Email", "others");
  screen.getByRole("heading", { name: "0 people" });
  expect(screen.queryByRole("button", { name: "Add to the list" })).toBeNull();
});

test("the list before is put back after its consequence is told", async () => {
  deployment();
  open(<Places />);
  click("Put back the list before: 7 addresses");
  await screen.findByText(
    /^This one loses their place: Person 0\. 2 addresses/u,
  );
  click("Put it back");
  await expectCalls(["organiser:putPlacesBack", { seen: "l1", losing: 1 }]);
});

test("what a change would do is asked once, and again of another list and after a refusal", async () => {
  deployment();
  const compared: string[] = [];
  answer({
    "organiser:comparePlaces": ({ emails }: { emails: string[] }) => {
      compared.push(emails.join());
      return planOf([], losers.slice(0, compared.length));
    },
  });
  open(<Places />);
  await choose();
  expect(compared).toEqual([`${asha},${dev}`]);
  answer({ "organiser:places": { ...LIST, at: 1 } });
  await screen.findByText("Lose their place, if the list is replaced: 2");
  responses["organiser:importPlaces"] = async () =>
    refuse("changed_since", { what: "The list is another one now." });
  click("Add to the list");
  await screen.findByText("Lose their place, if the list is replaced: 3");
  expect(compared).toHaveLength(3);
});

test("one bad address among those invited to a role costs only itself, and stays in the field with a word", async () => {
  answer({
    "organiser:roles": { people: [], deskHelpers: [], invitations: [] },
  });
  responses["organiser:invite"] = async () => [];
  open(<Roles />);
  fill("Email addresses", `Asha <${asha}>; mailto:${dev}, ravi@exa_mple`);
  click("Invite");
  const emails = [asha, dev];
  await expectCalls(["organiser:invite", { emails, role: "judge" }]);
  await screen.findByText(
    "“ravi@exa_mple” is no email address. The others are invited.",
  );
  expect(field("Email addresses").value).toBe("ravi@exa_mple");
  expect(button("Invite").disabled).toBe(false);
});
