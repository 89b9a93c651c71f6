import { expect, onTestFinished, test } from "vitest";
import { hash, verify } from "#convex/signIn/passwordHash";
import { useCheapHashing } from "./setup";

const FORMAT =
  /^\$pbkdf2-sha256\$i=600000\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/;

test("a hash names its algorithm, has its own salt, and verifies its password alone", async () => {
  onTestFinished(useCheapHashing());
  const stored = await hash("correct horse");
  expect(stored).toMatch(FORMAT);
  expect(await hash("correct horse")).not.toBe(stored);
  expect(await verify("correct horse", stored)).toBe(true);
  for (const wrong of ["Correct horse", "correct horse ", ""])
    expect(await verify(wrong, stored)).toBe(false);
});

test("a password in another Unicode normalisation form is the same", async () => {
  onTestFinished(useCheapHashing());
  const stored = await hash("pässwörd ﬁne");
  expect(await verify("pa\u0308sswo\u0308rd fine", stored)).toBe(true);
});

test("a hash stored earlier is still verified, at its full cost", async () => {
  // Made by Node's pbkdf2, so a hash computed with fewer iterations fails.
  const stored =
    "$pbkdf2-sha256$i=600000$SGFja0FyZW5hIDIwMjUhIQ==$zbmlAcSO0Xe+Vpqa1PTUmRoNfjv/ZTJyziCF/AQZhTk=";
  expect(await verify("correct horse", stored)).toBe(true);
});

test("a hash made with other parameters is still verified", async () => {
  // The test vector of RFC 7914, section 11: one iteration, 64 bytes.
  const once =
    "$pbkdf2-sha256$i=1$c2FsdA==$VawEblbjCJ/sFpHCJUS2BflBhSFt3gRl5oudV8INrLxJypzM8Xm2RZkWZLOdd+8xfHG4RbHjC9UJESBB06GXgw==";
  expect(await verify("passwd", once)).toBe(true);
  expect(await verify("password", once)).toBe(false);
});

test.each([
  ["nothing", ""],
  ["plain text", "correct horse"],
  ["another algorithm", "$scrypt$i=1$c2FsdA==$c2FsdA=="],
  ["a missing hash", "$pbkdf2-sha256$i=1$c2FsdA==$"],
])("%s is not a stored hash", async (_what, stored) => {
  expect(await verify("correct horse", stored)).toBe(false);
});
