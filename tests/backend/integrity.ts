import { expect } from "vitest";
import type { Integrity } from "#convex/organiser/shared";

/** Runs the product's integrity check with the admin key and expects that teams and users are consistent. */
export async function expectIntegrity(
  url: string,
  adminKey: string,
): Promise<Integrity> {
  const response = await fetch(`${url}/api/function`, {
    method: "POST",
    headers: {
      authorization: `Convex ${adminKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      path: "organiser/jobs:check",
      args: {},
      format: "json",
    }),
  });
  const answer = (await response.json()) as { value: Integrity };
  expect(answer).toMatchObject({
    status: "success",
    value: {
      count: 0,
      findings: [],
      isComplete: true,
    },
  });
  return answer.value;
}
