/** People: their roles, what they enter, and what the functions return of them. */
import { v, type Infer } from "convex/values";
import * as z from "zod/mini";
import {
  WEB_ADDRESS,
  email,
  link,
  name,
  optionalLine,
  refusing,
  literals,
} from "../../platform/shared/input";
import { momentValidator } from "../../checkIns/shared/checkIns";
import {
  contactMessageValidator,
  subscriberValidator,
} from "../../contact/shared";
import { changeRequestValidator } from "../../teams/shared/changeRequests";
import { helpDataValidator } from "../../help/shared/help";
import { judgingDataValidator } from "../../judging/shared/judging";
import {
  hidingValidator,
  listingValidator,
  reportValidator,
  requestNewsValidator,
  requestValidator,
} from "../../listings/shared";
import { mailKindValidator } from "../../platform/shared/mail";
import { auditEntryValidator } from "../../organiser/shared";
import { projectDataValidator } from "../../projects/shared/projects";
import { skillsSchema } from "./skills";
import {
  lostTeamValidator,
  teamMemberValidator,
  teamRoleValidator,
  teamViewValidator,
} from "../../teams/shared/teams";

export const MAX_COLLEGE_LENGTH = 120;

/**
 * Everyone starts as a participant. The operator appoints the first organiser
 * (roles/jobs.ts, or in the data browser), organisers invite the others by mail.
 * Organisers may do what mentors do.
 */
export const accountRoleValidator = literals(
  "participant",
  "organiser",
  "judge",
  "mentor",
);

/** The roles that somebody is appointed to. */
export const appointedRoleValidator = literals("organiser", "judge", "mentor");
export type AppointedRole = Infer<typeof appointedRoleValidator>;
/** Judges and mentors, who help the event and do not take part in it. */
export type HelperRole = Exclude<AppointedRole, "organiser">;

/** How many addresses one press invites. */
export const MAX_INVITED_AT_ONCE = 20;

function addresses(max: number) {
  return z.array(email).check(
    z.minLength(1, refusing("required", { label: "An address" }).error),
    z.refine(
      (emails) => emails.length <= max,
      refusing("too_many", { label: "addresses", max }),
    ),
  );
}

/** The addresses that an organiser invites to a role. */
export const roleInvitationSchema = z.object({
  emails: addresses(MAX_INVITED_AT_ONCE),
});

/** The address of an account that an organiser names for the check-in desk. */
export const deskHelperSchema = z.object({ email });

/** How many addresses one import of places may hold; see people/places.ts. */
export const MAX_PLACES = 1_000;

/** The addresses that the registration platform has confirmed. */
export const placesSchema = z.object({ emails: addresses(MAX_PLACES) });

/** What an import did: how many accounts have a place now, how many got it and lost it. */
export const importedPlacesValidator = v.object({
  addresses: v.number(),
  confirmed: v.number(),
  added: v.number(),
  removed: v.number(),
});
export type ImportedPlaces = Infer<typeof importedPlacesValidator>;

/** Who has a role, and who is invited to one. Times in milliseconds since the epoch. */
export const roleListValidator = v.object({
  people: v.array(
    v.object({
      _id: v.id("users"),
      name: v.string(),
      email: v.string(),
      role: appointedRoleValidator,
      /** What the person has to do in the role, and what ends with it. */
      has: v.object({
        scored: v.number(),
        toScore: v.number(),
        helping: v.number(),
        invitations: v.number(),
      }),
    }),
  ),
  /** The helpers at the check-in desk, whatever their role. */
  deskHelpers: v.array(
    v.object({ _id: v.id("users"), name: v.string(), email: v.string() }),
  ),
  invitations: v.array(
    v.object({
      _id: v.id("roleInvitations"),
      email: v.string(),
      role: appointedRoleValidator,
      /** Null until the mail provider has taken the mail. */
      mailedAt: v.nullable(v.number()),
      expiresAt: v.number(),
      /** False once whoever invited them is no organiser any more. */
      isVouchedFor: v.boolean(),
    }),
  ),
});
export type RoleList = Infer<typeof roleListValidator>;

/** An invitation as its link shows it. */
export const shownInvitationValidator = v.object({
  email: v.string(),
  role: appointedRoleValidator,
  /**
   * What accepting takes: an account to be made, an account whose address nobody has
   * proven (a new password, or being signed in to it), one that a page in Google's place
   * made (a new password), or a press.
   */
  account: literals("none", "unproven", "stand-in", "proven"),
  /** The address of whoever is signed in; null for a visitor. */
  viewer: v.nullable(v.string()),
});
export type ShownInvitation = Infer<typeof shownInvitationValidator>;

/** The person as they are now, so that whoever appoints can check who it is. */
export const appointmentValidator = v.object({
  name: v.string(),
  email: v.string(),
  role: accountRoleValidator,
});
export type Appointment = Infer<typeof appointmentValidator>;

/** Returns the person as the appointment tells of them. */
export function appointmentOf({
  displayName,
  email,
  role,
}: Omit<Appointment, "name"> & { displayName: string }): Appointment {
  return { name: displayName, email, role };
}

/**
 * Returns true for judges and mentors, who form no teams and do not see what
 * participants show each other.
 */
export function isHelper(
  role: Infer<typeof accountRoleValidator>,
): role is HelperRole {
  return role === "judge" || role === "mentor";
}

/** Returns true for mentors and organisers, who help teams (`/help`). */
export function canHelp(role: Infer<typeof accountRoleValidator>): boolean {
  return role === "mentor" || role === "organiser";
}

const FIRST_GRADUATION_YEAR = 1980;
const LAST_GRADUATION_YEAR = 2040;

const impossibleYear = refusing("impossible_year", {
  first: FIRST_GRADUATION_YEAR,
  last: LAST_GRADUATION_YEAR,
});

/** A year, or null for none. A form passes NaN for text that is not a number. */
const graduationYear = z.nullable(
  z
    .number(impossibleYear.error)
    .check(
      z.refine(
        (year) =>
          Number.isInteger(year) &&
          year >= FIRST_GRADUATION_YEAR &&
          year <= LAST_GRADUATION_YEAR,
        impossibleYear,
      ),
    ),
);

const GITHUB_ADDRESS =
  /^https:\/\/(?:www\.)?github\.com\/[a-z\d][a-z\d-]*\/?$/iu;

/**
 * The arguments of `users.update`: absent fields stay as they are; "" and null remove a
 * value.
 */
export const profileSchema = z.object({
  displayName: z.optional(name),
  college: z.optional(optionalLine("College", MAX_COLLEGE_LENGTH)),
  graduationYear: z.optional(graduationYear),
  skills: z.optional(skillsSchema),
  about: z.optional(optionalLine("About you", 160)),
  links: z.optional(
    z.object({
      github: z.optional(
        link("GitHub", GITHUB_ADDRESS, "https://github.com/asha-rao"),
      ),
      portfolio: z.optional(
        link("Portfolio", WEB_ADDRESS, "https://asha-rao.example"),
      ),
    }),
  ),
});

/** What `profileSchema` returns. */
export type ProfileChange = z.output<typeof profileSchema>;

/**
 * Returns true if the profile has what the organisers need: college and year. Every
 * account has a name.
 */
export function isComplete({
  college,
  graduationYear,
}: {
  college: string;
  graduationYear: number | null;
}): boolean {
  return college !== "" && graduationYear !== null;
}

/** The arguments of `users.rename`. */
export const renameSchema = z.object({ name });

/** https addresses; empty if not given. */
export const profileLinksValidator = v.object({
  github: v.string(),
  portfolio: v.string(),
});

/** Profile fields, and whether they are all that the organisers need. */
export const profileTextsValidator = v.object({
  isProfileComplete: v.boolean(),
  college: v.string(),
  graduationYear: v.nullable(v.number()),
  skills: v.array(v.string()),
  about: v.string(),
  links: profileLinksValidator,
});
export type ProfileTexts = Infer<typeof profileTextsValidator>;

/**
 * A person's own profile. Missing texts are empty. `createdAt`: milliseconds since the
 * epoch.
 */
export const profileValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  displayName: v.string(),
  email: v.string(),
  image: v.nullable(v.string()),
  createdAt: v.number(),
  role: accountRoleValidator,
  teamId: v.nullable(v.id("teams")),
  teamRole: v.nullable(teamRoleValidator),
  lostTeam: v.nullable(lostTeamValidator),
  /** What the person says. */
  hasRegisteredPlace: v.boolean(),
  /** What the organisers' last import from the registration platform says. */
  hasConfirmedPlace: v.boolean(),
  /** Helps at the check-in desk. */
  isDeskHelper: v.boolean(),
  /** The kinds of mail that the person does not want. */
  mailOff: v.array(mailKindValidator),
  ...profileTextsValidator.fields,
});
export type Profile = Infer<typeof profileValidator>;

/** What every page of the portal knows about its reader. */
export const meValidator = v.object({
  ...profileValidator.fields,
  /** The read key for announcements and resources; null until it is created. */
  noticeReadKey: v.nullable(v.string()),
  /** When the person has arrived at the event; null before that. */
  checkedInAt: v.nullable(v.number()),
  requests: requestNewsValidator,
});
export type Me = Infer<typeof meValidator>;

/** A person as organisers see them. `createdAt`: milliseconds since the epoch. */
export const participantValidator = v.object({
  _id: v.id("users"),
  name: v.string(),
  email: v.string(),
  createdAt: v.number(),
  role: accountRoleValidator,
  teamName: v.nullable(v.string()),
  teamRole: v.nullable(teamRoleValidator),
  hasConfirmedPlace: v.boolean(),
  ...profileTextsValidator.fields,
});
export type Participant = Infer<typeof participantValidator>;

/**
 * The export of personal data: everything that is stored about a person. Times are milliseconds since the
 * epoch, except `contactMessages.createdAt` (ISO 8601).
 */
export const personalDataValidator = v.object({
  profile: v.object({
    ...profileValidator.fields,
    emailProvenAt: v.nullable(v.number()),
  }),
  team: v.nullable(
    v.object({
      ...teamViewValidator.pick("name", "description", "inviteCode").fields,
      ...teamMemberValidator.pick("role", "joinedAt").fields,
    }),
  ),
  signInMethods: v.array(
    v.object({
      provider: v.string(),
      accountId: v.string(),
      addedAt: v.number(),
    }),
  ),
  sessions: v.array(v.object({ startedAt: v.number(), expiresAt: v.number() })),
  /** What is about the person in the tables for finding and changing a team. */
  finding: v.object({
    card: v.nullable(
      v.object({
        ...listingValidator.pick("name", "college", "skills", "shownAt").fields,
        line: v.string(),
      }),
    ),
    requests: v.array(
      requestValidator.pick(
        "sentBy",
        "teamName",
        "note",
        "sentAt",
        "outcome",
        "settledAt",
      ),
    ),
    hidden: v.array(hidingValidator.pick("name")),
    reports: v.array(
      reportValidator.pick("targetName", "reason", "sentAt", "settledAt"),
    ),
    changeRequests: v.array(
      changeRequestValidator.omit("_id", "isOwn", "personName"),
    ),
  }),
  /** What the person has asked mentors, and has taken as a mentor. */
  help: helpDataValidator,
  /** The person's changes and texts in the team's project. */
  project: projectDataValidator,
  /** The devices that get messages, with their browsers' push services. */
  phones: v.array(v.object({ registeredAt: v.number(), service: v.string() })),
  /** When and where the person was checked in; null if never. */
  checkIn: v.nullable(
    v.object({
      first: v.nullable(momentValidator),
      again: v.array(momentValidator),
      undoneAt: v.nullable(v.number()),
      guardianFormSeen: v.boolean(),
    }),
  ),
  passwordResets: v.array(
    v.object({
      requestedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  /** This is null, and the next two are empty, while the address is not proven. */
  subscription: v.nullable(subscriberValidator.pick("consentedAt")),
  roleInvitations: v.array(
    v.object({
      role: appointedRoleValidator,
      invitedAt: v.number(),
      expiresAt: v.number(),
      isUsed: v.boolean(),
    }),
  ),
  contactMessages: v.array(
    contactMessageValidator.pick("name", "subject", "message", "createdAt"),
  ),
  /** The person's marks and notes as a judge. */
  judging: judgingDataValidator,
  /**
   * The person's actions as an organiser, without their targets, which may be
   * other people's data.
   */
  organiserActions: v.array(auditEntryValidator.pick("at", "action")),
});
export type PersonalData = Infer<typeof personalDataValidator>;
