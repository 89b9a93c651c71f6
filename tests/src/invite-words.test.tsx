import { expect, test } from "vitest";
import { event } from "../../src/content/event";
import {
  inviteTextOf,
  mailAddressOf,
  whatsAppAddressOf,
} from "../../src/features/team/invite-words";

const team = { name: "R&D + Co", inviteCode: "ABC123" };

test("every way of inviting carries the whole invitation", () => {
  const link = `${location.origin}/join/ABC123`;
  const text = `Join my ${event.name} team R&D + Co: ${link} (code ABC123)`;
  expect(inviteTextOf(team)).toBe(text);
  const whatsApp = new URL(whatsAppAddressOf(team));
  expect(whatsApp.searchParams.get("text")).toBe(text);
  // Apps and mail programs do not all read a plus sign as a space.
  for (const address of [whatsAppAddressOf(team), mailAddressOf(team)])
    expect(address).not.toContain("+");
  const [, body = ""] = mailAddressOf(team).split("&body=");
  expect(decodeURIComponent(body)).toBe(text);
});
