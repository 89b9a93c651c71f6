import { event } from "../../content/event";
import { joinAddress } from "../../paths";

/** What an invitation needs of a team. */
export type Inviting = { name: string; inviteCode: string };

/** The link that leads to the team, in this browser's address of the site. */
export function inviteLinkOf({ inviteCode }: Inviting): string {
  return new URL(joinAddress(inviteCode), location.origin).href;
}

/** What is shared: it says everything, also where only the text arrives. */
export function inviteTextOf(team: Inviting): string {
  return `Join my ${event.name} team ${team.name}: ${inviteLinkOf(team)} (code ${team.inviteCode})`;
}

export function whatsAppAddressOf(team: Inviting): string {
  return `https://wa.me/?text=${encodeURIComponent(inviteTextOf(team))}`;
}

export function mailAddressOf(team: Inviting): string {
  const subject = encodeURIComponent(`Join my ${event.name} team`);
  return `mailto:?subject=${subject}&body=${encodeURIComponent(inviteTextOf(team))}`;
}
