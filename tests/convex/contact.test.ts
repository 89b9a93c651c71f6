import { expect, test } from "vitest";
import { backend, expectRefusal, rowsIn } from "./setup";

const message = {
  name: "Asha",
  email: "Asha@Example.in",
  subject: "URGENT",
  message: " Where do we park?\r\nThanks! ",
};

const stored = () => rowsIn("contactMessages");

test("contact.send stores a stranger's message with the time", async () => {
  const before = Date.now();
  expect(await backend.contact.send(message)).toBeNull();
  const [kept] = await stored();
  expect(kept).toMatchObject({
    name: "Asha",
    email: "asha@example.in",
    subject: "URGENT",
    message: "Where do we park?\nThanks!",
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(Date.parse(kept?.createdAt ?? "")).toBeGreaterThanOrEqual(before);
});

test("contact.send stores what is sent again because the answer was lost once, until it is handled", async () => {
  const send = (changed: Partial<typeof message> = {}) =>
    backend.contact.send({ ...message, ...changed });
  await send();
  await send({ email: "ravi@example.in" });
  await send();
  expect(await stored()).toHaveLength(2);
  await send({ message: "Where do we eat?" });
  expect(await stored()).toHaveLength(3);
  await backend.run(async ({ db }) => {
    for (const { _id } of await db.query("contactMessages").collect())
      await db.patch("contactMessages", _id, { handledAt: 1 });
  });
  await send({ message: "Where do we eat?" });
  expect(await stored()).toHaveLength(4);
});

test.each([
  [{ name: " " }, "required", "name"],
  [{ email: "" }, "required", "email"],
  [{ subject: "" }, "required", "subject"],
  [{ message: "\n" }, "required", "message"],
  [{ email: "asha@exa_mple" }, "invalid_email", "email"],
  [{ name: "x".repeat(81) }, "too_long", "name"],
  [{ subject: "x".repeat(151) }, "too_long", "subject"],
  [{ message: "x".repeat(5001) }, "too_long", "message"],
])("contact.send refuses %j as %s", async (override, code, field) => {
  const call = backend.contact.send({ ...message, ...override });
  await expectRefusal(call, { code, field });
  expect(await stored()).toEqual([]);
});
