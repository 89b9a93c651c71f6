import { expect } from "vitest";
import type { Integrity } from "../../../convex/shared/validators";

/** Asks the product with the deployment's key whether its teams and people agree, and expects that they do. */
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
      path: "internal/integrity:check",
      args: {},
      format: "json",
    }),
  });
  const answer = (await response.json()) as { value: Integrity };
  expect(answer).toMatchObject({
    status: "success",
    value: {
      overfullTeams: 0,
      disagreeingMembers: 0,
      leaderlessTeams: 0,
      orphans: 0,
      findings: [],
      isComplete: true,
    },
  });
  return answer.value;
}
