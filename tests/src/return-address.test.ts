import { expect, test } from "vitest";
import { findReturnAddress } from "../../src/lib/return-address";

test.each([
  [{ from: "/team" }, "/team"],
  [{ from: "/dashboard?tab=team#roster" }, "/dashboard?tab=team#roster"],
  [{ from: "//elsewhere.example" }, undefined],
  [{ from: "/\\elsewhere.example" }, undefined],
  [{ from: "https://elsewhere.example" }, undefined],
  [{ from: 7 }, undefined],
  [{}, undefined],
  [null, undefined],
])("the state %o leads back to %o", (state, address) => {
  expect(findReturnAddress(state)).toBe(address);
});
