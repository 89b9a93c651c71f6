/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as account from "../account.js";
import type * as announcements from "../announcements.js";
import type * as auth from "../auth.js";
import type * as cards from "../cards.js";
import type * as changeRequests from "../changeRequests.js";
import type * as clock from "../clock.js";
import type * as contact from "../contact.js";
import type * as crons from "../crons.js";
import type * as events from "../events.js";
import type * as find from "../find.js";
import type * as functions from "../functions.js";
import type * as http from "../http.js";
import type * as invites from "../invites.js";
import type * as judging from "../judging.js";
import type * as model_accounts from "../model/accounts.js";
import type * as model_admission from "../model/admission.js";
import type * as model_announcements from "../model/announcements.js";
import type * as model_appointments from "../model/appointments.js";
import type * as model_asking from "../model/asking.js";
import type * as model_assignmentPlan from "../model/assignmentPlan.js";
import type * as model_assignments from "../model/assignments.js";
import type * as model_auditLog from "../model/auditLog.js";
import type * as model_botChecks from "../model/botChecks.js";
import type * as model_boundedRead from "../model/boundedRead.js";
import type * as model_cards from "../model/cards.js";
import type * as model_changeRequests from "../model/changeRequests.js";
import type * as model_changesAfterFreeze from "../model/changesAfterFreeze.js";
import type * as model_contactMessages from "../model/contactMessages.js";
import type * as model_digest from "../model/digest.js";
import type * as model_environment from "../model/environment.js";
import type * as model_events from "../model/events.js";
import type * as model_expiry from "../model/expiry.js";
import type * as model_findPass from "../model/findPass.js";
import type * as model_findingData from "../model/findingData.js";
import type * as model_firstContent from "../model/firstContent.js";
import type * as model_gallery from "../model/gallery.js";
import type * as model_googleProvider from "../model/googleProvider.js";
import type * as model_googleSteps from "../model/googleSteps.js";
import type * as model_handIns from "../model/handIns.js";
import type * as model_handingIn from "../model/handingIn.js";
import type * as model_hiding from "../model/hiding.js";
import type * as model_integrity from "../model/integrity.js";
import type * as model_invitations from "../model/invitations.js";
import type * as model_inviteCodes from "../model/inviteCodes.js";
import type * as model_judgeDesk from "../model/judgeDesk.js";
import type * as model_judges from "../model/judges.js";
import type * as model_judging from "../model/judging.js";
import type * as model_judgingProgress from "../model/judgingProgress.js";
import type * as model_leading from "../model/leading.js";
import type * as model_mailPage from "../model/mailPage.js";
import type * as model_mailer from "../model/mailer.js";
import type * as model_membership from "../model/membership.js";
import type * as model_noticePass from "../model/noticePass.js";
import type * as model_openings from "../model/openings.js";
import type * as model_organiserLists from "../model/organiserLists.js";
import type * as model_overview from "../model/overview.js";
import type * as model_passes from "../model/passes.js";
import type * as model_passwordAttempts from "../model/passwordAttempts.js";
import type * as model_passwordHash from "../model/passwordHash.js";
import type * as model_passwordProvider from "../model/passwordProvider.js";
import type * as model_passwordResets from "../model/passwordResets.js";
import type * as model_personalData from "../model/personalData.js";
import type * as model_pictureFile from "../model/pictureFile.js";
import type * as model_pictureUpload from "../model/pictureUpload.js";
import type * as model_pictures from "../model/pictures.js";
import type * as model_previewPage from "../model/previewPage.js";
import type * as model_projectData from "../model/projectData.js";
import type * as model_projectEditing from "../model/projectEditing.js";
import type * as model_projectHistory from "../model/projectHistory.js";
import type * as model_projectIntegrity from "../model/projectIntegrity.js";
import type * as model_projectLists from "../model/projectLists.js";
import type * as model_projectPresence from "../model/projectPresence.js";
import type * as model_projectRivals from "../model/projectRivals.js";
import type * as model_projectTexts from "../model/projectTexts.js";
import type * as model_projectTyping from "../model/projectTyping.js";
import type * as model_projects from "../model/projects.js";
import type * as model_publication from "../model/publication.js";
import type * as model_rateLimits from "../model/rateLimits.js";
import type * as model_receiptMail from "../model/receiptMail.js";
import type * as model_repeats from "../model/repeats.js";
import type * as model_reports from "../model/reports.js";
import type * as model_requests from "../model/requests.js";
import type * as model_resetMail from "../model/resetMail.js";
import type * as model_resources from "../model/resources.js";
import type * as model_results from "../model/results.js";
import type * as model_scorecards from "../model/scorecards.js";
import type * as model_sessions from "../model/sessions.js";
import type * as model_settings from "../model/settings.js";
import type * as model_severity from "../model/severity.js";
import type * as model_signInCall from "../model/signInCall.js";
import type * as model_siteAddress from "../model/siteAddress.js";
import type * as model_strays from "../model/strays.js";
import type * as model_subscribers from "../model/subscribers.js";
import type * as model_tableNumbers from "../model/tableNumbers.js";
import type * as model_teamMending from "../model/teamMending.js";
import type * as model_teams from "../model/teams.js";
import type * as model_textConflicts from "../model/textConflicts.js";
import type * as model_textPasses from "../model/textPasses.js";
import type * as model_textReading from "../model/textReading.js";
import type * as model_textUpdates from "../model/textUpdates.js";
import type * as model_users from "../model/users.js";
import type * as model_viewer from "../model/viewer.js";
import type * as openings from "../openings.js";
import type * as organiser from "../organiser.js";
import type * as projects from "../projects.js";
import type * as requests from "../requests.js";
import type * as resources from "../resources.js";
import type * as settings from "../settings.js";
import type * as shared_appointment from "../shared/appointment.js";
import type * as shared_botCheck from "../shared/botCheck.js";
import type * as shared_changes from "../shared/changes.js";
import type * as shared_check from "../shared/check.js";
import type * as shared_errors from "../shared/errors.js";
import type * as shared_findingSchemas from "../shared/findingSchemas.js";
import type * as shared_findingValidators from "../shared/findingValidators.js";
import type * as shared_galleryValidators from "../shared/galleryValidators.js";
import type * as shared_helpers from "../shared/helpers.js";
import type * as shared_indianTime from "../shared/indianTime.js";
import type * as shared_judgingSchemas from "../shared/judgingSchemas.js";
import type * as shared_judgingValidators from "../shared/judgingValidators.js";
import type * as shared_limits from "../shared/limits.js";
import type * as shared_organiserSchemas from "../shared/organiserSchemas.js";
import type * as shared_organiserValidators from "../shared/organiserValidators.js";
import type * as shared_personalDataValidator from "../shared/personalDataValidator.js";
import type * as shared_pictureSchemas from "../shared/pictureSchemas.js";
import type * as shared_pictureValidators from "../shared/pictureValidators.js";
import type * as shared_profile from "../shared/profile.js";
import type * as shared_projectMerging from "../shared/projectMerging.js";
import type * as shared_projectSchemas from "../shared/projectSchemas.js";
import type * as shared_projectValidators from "../shared/projectValidators.js";
import type * as shared_roster from "../shared/roster.js";
import type * as shared_rubric from "../shared/rubric.js";
import type * as shared_schemas from "../shared/schemas.js";
import type * as shared_skills from "../shared/skills.js";
import type * as shared_submissions from "../shared/submissions.js";
import type * as shared_teamChanges from "../shared/teamChanges.js";
import type * as shared_text from "../shared/text.js";
import type * as shared_tracks from "../shared/tracks.js";
import type * as shared_validators from "../shared/validators.js";
import type * as subscribers from "../subscribers.js";
import type * as tasks_accounts from "../tasks/accounts.js";
import type * as tasks_expiry from "../tasks/expiry.js";
import type * as tasks_firstContent from "../tasks/firstContent.js";
import type * as tasks_gallery from "../tasks/gallery.js";
import type * as tasks_handIns from "../tasks/handIns.js";
import type * as tasks_helpers from "../tasks/helpers.js";
import type * as tasks_integrity from "../tasks/integrity.js";
import type * as tasks_organisers from "../tasks/organisers.js";
import type * as tasks_passes from "../tasks/passes.js";
import type * as tasks_passwordResets from "../tasks/passwordResets.js";
import type * as tasks_pictures from "../tasks/pictures.js";
import type * as tasks_receipts from "../tasks/receipts.js";
import type * as teams from "../teams.js";
import type * as users from "../users.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  announcements: typeof announcements;
  auth: typeof auth;
  cards: typeof cards;
  changeRequests: typeof changeRequests;
  clock: typeof clock;
  contact: typeof contact;
  crons: typeof crons;
  events: typeof events;
  find: typeof find;
  functions: typeof functions;
  http: typeof http;
  invites: typeof invites;
  judging: typeof judging;
  "model/accounts": typeof model_accounts;
  "model/admission": typeof model_admission;
  "model/announcements": typeof model_announcements;
  "model/appointments": typeof model_appointments;
  "model/asking": typeof model_asking;
  "model/assignmentPlan": typeof model_assignmentPlan;
  "model/assignments": typeof model_assignments;
  "model/auditLog": typeof model_auditLog;
  "model/botChecks": typeof model_botChecks;
  "model/boundedRead": typeof model_boundedRead;
  "model/cards": typeof model_cards;
  "model/changeRequests": typeof model_changeRequests;
  "model/changesAfterFreeze": typeof model_changesAfterFreeze;
  "model/contactMessages": typeof model_contactMessages;
  "model/digest": typeof model_digest;
  "model/environment": typeof model_environment;
  "model/events": typeof model_events;
  "model/expiry": typeof model_expiry;
  "model/findPass": typeof model_findPass;
  "model/findingData": typeof model_findingData;
  "model/firstContent": typeof model_firstContent;
  "model/gallery": typeof model_gallery;
  "model/googleProvider": typeof model_googleProvider;
  "model/googleSteps": typeof model_googleSteps;
  "model/handIns": typeof model_handIns;
  "model/handingIn": typeof model_handingIn;
  "model/hiding": typeof model_hiding;
  "model/integrity": typeof model_integrity;
  "model/invitations": typeof model_invitations;
  "model/inviteCodes": typeof model_inviteCodes;
  "model/judgeDesk": typeof model_judgeDesk;
  "model/judges": typeof model_judges;
  "model/judging": typeof model_judging;
  "model/judgingProgress": typeof model_judgingProgress;
  "model/leading": typeof model_leading;
  "model/mailPage": typeof model_mailPage;
  "model/mailer": typeof model_mailer;
  "model/membership": typeof model_membership;
  "model/noticePass": typeof model_noticePass;
  "model/openings": typeof model_openings;
  "model/organiserLists": typeof model_organiserLists;
  "model/overview": typeof model_overview;
  "model/passes": typeof model_passes;
  "model/passwordAttempts": typeof model_passwordAttempts;
  "model/passwordHash": typeof model_passwordHash;
  "model/passwordProvider": typeof model_passwordProvider;
  "model/passwordResets": typeof model_passwordResets;
  "model/personalData": typeof model_personalData;
  "model/pictureFile": typeof model_pictureFile;
  "model/pictureUpload": typeof model_pictureUpload;
  "model/pictures": typeof model_pictures;
  "model/previewPage": typeof model_previewPage;
  "model/projectData": typeof model_projectData;
  "model/projectEditing": typeof model_projectEditing;
  "model/projectHistory": typeof model_projectHistory;
  "model/projectIntegrity": typeof model_projectIntegrity;
  "model/projectLists": typeof model_projectLists;
  "model/projectPresence": typeof model_projectPresence;
  "model/projectRivals": typeof model_projectRivals;
  "model/projectTexts": typeof model_projectTexts;
  "model/projectTyping": typeof model_projectTyping;
  "model/projects": typeof model_projects;
  "model/publication": typeof model_publication;
  "model/rateLimits": typeof model_rateLimits;
  "model/receiptMail": typeof model_receiptMail;
  "model/repeats": typeof model_repeats;
  "model/reports": typeof model_reports;
  "model/requests": typeof model_requests;
  "model/resetMail": typeof model_resetMail;
  "model/resources": typeof model_resources;
  "model/results": typeof model_results;
  "model/scorecards": typeof model_scorecards;
  "model/sessions": typeof model_sessions;
  "model/settings": typeof model_settings;
  "model/severity": typeof model_severity;
  "model/signInCall": typeof model_signInCall;
  "model/siteAddress": typeof model_siteAddress;
  "model/strays": typeof model_strays;
  "model/subscribers": typeof model_subscribers;
  "model/tableNumbers": typeof model_tableNumbers;
  "model/teamMending": typeof model_teamMending;
  "model/teams": typeof model_teams;
  "model/textConflicts": typeof model_textConflicts;
  "model/textPasses": typeof model_textPasses;
  "model/textReading": typeof model_textReading;
  "model/textUpdates": typeof model_textUpdates;
  "model/users": typeof model_users;
  "model/viewer": typeof model_viewer;
  openings: typeof openings;
  organiser: typeof organiser;
  projects: typeof projects;
  requests: typeof requests;
  resources: typeof resources;
  settings: typeof settings;
  "shared/appointment": typeof shared_appointment;
  "shared/botCheck": typeof shared_botCheck;
  "shared/changes": typeof shared_changes;
  "shared/check": typeof shared_check;
  "shared/errors": typeof shared_errors;
  "shared/findingSchemas": typeof shared_findingSchemas;
  "shared/findingValidators": typeof shared_findingValidators;
  "shared/galleryValidators": typeof shared_galleryValidators;
  "shared/helpers": typeof shared_helpers;
  "shared/indianTime": typeof shared_indianTime;
  "shared/judgingSchemas": typeof shared_judgingSchemas;
  "shared/judgingValidators": typeof shared_judgingValidators;
  "shared/limits": typeof shared_limits;
  "shared/organiserSchemas": typeof shared_organiserSchemas;
  "shared/organiserValidators": typeof shared_organiserValidators;
  "shared/personalDataValidator": typeof shared_personalDataValidator;
  "shared/pictureSchemas": typeof shared_pictureSchemas;
  "shared/pictureValidators": typeof shared_pictureValidators;
  "shared/profile": typeof shared_profile;
  "shared/projectMerging": typeof shared_projectMerging;
  "shared/projectSchemas": typeof shared_projectSchemas;
  "shared/projectValidators": typeof shared_projectValidators;
  "shared/roster": typeof shared_roster;
  "shared/rubric": typeof shared_rubric;
  "shared/schemas": typeof shared_schemas;
  "shared/skills": typeof shared_skills;
  "shared/submissions": typeof shared_submissions;
  "shared/teamChanges": typeof shared_teamChanges;
  "shared/text": typeof shared_text;
  "shared/tracks": typeof shared_tracks;
  "shared/validators": typeof shared_validators;
  subscribers: typeof subscribers;
  "tasks/accounts": typeof tasks_accounts;
  "tasks/expiry": typeof tasks_expiry;
  "tasks/firstContent": typeof tasks_firstContent;
  "tasks/gallery": typeof tasks_gallery;
  "tasks/handIns": typeof tasks_handIns;
  "tasks/helpers": typeof tasks_helpers;
  "tasks/integrity": typeof tasks_integrity;
  "tasks/organisers": typeof tasks_organisers;
  "tasks/passes": typeof tasks_passes;
  "tasks/passwordResets": typeof tasks_passwordResets;
  "tasks/pictures": typeof tasks_pictures;
  "tasks/receipts": typeof tasks_receipts;
  teams: typeof teams;
  users: typeof users;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
  presence: import("@convex-dev/presence/_generated/component.js").ComponentApi<"presence">;
};
