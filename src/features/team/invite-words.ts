import { event } from "../../content/event";
import { joinAddress } from "../../paths";

/** The fields of a team that an invitation uses. */
export type Inviting = { name: string; inviteCode: string };

/** The link to the team, with the site's origin in this browser. */
export function inviteLinkOf({ inviteCode }: Inviting): string {
  return new URL(joinAddress(inviteCode), location.origin).href;
}

/** The shared text; complete, because some apps drop the link. */
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
