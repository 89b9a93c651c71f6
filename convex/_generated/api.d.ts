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
import type * as account_personalData from "../account/personalData.js";
import type * as account_shared from "../account/shared.js";
import type * as announcements from "../announcements.js";
import type * as arena from "../arena.js";
import type * as auth from "../auth.js";
import type * as ceremony from "../ceremony.js";
import type * as changeRequests from "../changeRequests.js";
import type * as checkIns from "../checkIns.js";
import type * as checkIns_checkIns from "../checkIns/checkIns.js";
import type * as checkIns_passes from "../checkIns/passes.js";
import type * as checkIns_shared_checkIns from "../checkIns/shared/checkIns.js";
import type * as checkIns_shared_passes from "../checkIns/shared/passes.js";
import type * as consequences from "../consequences.js";
import type * as contact from "../contact.js";
import type * as contact_messages from "../contact/messages.js";
import type * as contact_shared from "../contact/shared.js";
import type * as contact_subscribers from "../contact/subscribers.js";
import type * as content_announcementMail from "../content/announcementMail.js";
import type * as content_calendar from "../content/calendar.js";
import type * as content_content from "../content/content.js";
import type * as content_firstContent from "../content/firstContent.js";
import type * as content_jobs from "../content/jobs.js";
import type * as content_kinds from "../content/kinds.js";
import type * as content_pageHead from "../content/pageHead.js";
import type * as content_shared_content from "../content/shared/content.js";
import type * as content_shared_schedule from "../content/shared/schedule.js";
import type * as crons from "../crons.js";
import type * as finals from "../finals.js";
import type * as functions from "../functions.js";
import type * as gallery_gallery from "../gallery/gallery.js";
import type * as gallery_jobs from "../gallery/jobs.js";
import type * as gallery_previewPage from "../gallery/previewPage.js";
import type * as gallery_shared from "../gallery/shared.js";
import type * as hall_arena from "../hall/arena.js";
import type * as hall_screens from "../hall/screens.js";
import type * as hall_shared_arena from "../hall/shared/arena.js";
import type * as hall_shared_screens from "../hall/shared/screens.js";
import type * as help from "../help.js";
import type * as help_jobs from "../help/jobs.js";
import type * as help_reminder from "../help/reminder.js";
import type * as help_requests from "../help/requests.js";
import type * as help_shared_help from "../help/shared/help.js";
import type * as help_shared_queue from "../help/shared/queue.js";
import type * as http from "../http.js";
import type * as invites from "../invites.js";
import type * as judging from "../judging.js";
import type * as judging_assignmentPlan from "../judging/assignmentPlan.js";
import type * as judging_assignments from "../judging/assignments.js";
import type * as judging_ceremony from "../judging/ceremony.js";
import type * as judging_desk from "../judging/desk.js";
import type * as judging_finalOrder from "../judging/finalOrder.js";
import type * as judging_finals from "../judging/finals.js";
import type * as judging_judges from "../judging/judges.js";
import type * as judging_judging from "../judging/judging.js";
import type * as judging_progress from "../judging/progress.js";
import type * as judging_results from "../judging/results.js";
import type * as judging_scorecards from "../judging/scorecards.js";
import type * as judging_severity from "../judging/severity.js";
import type * as judging_shared_awards from "../judging/shared/awards.js";
import type * as judging_shared_ceremony from "../judging/shared/ceremony.js";
import type * as judging_shared_desk from "../judging/shared/desk.js";
import type * as judging_shared_finals from "../judging/shared/finals.js";
import type * as judging_shared_judging from "../judging/shared/judging.js";
import type * as judging_shared_visits from "../judging/shared/visits.js";
import type * as judging_tableNumbers from "../judging/tableNumbers.js";
import type * as judging_visits from "../judging/visits.js";
import type * as listings from "../listings.js";
import type * as listings_asking from "../listings/asking.js";
import type * as listings_data from "../listings/data.js";
import type * as listings_hiding from "../listings/hiding.js";
import type * as listings_jobs from "../listings/jobs.js";
import type * as listings_listings from "../listings/listings.js";
import type * as listings_reports from "../listings/reports.js";
import type * as listings_requestMail from "../listings/requestMail.js";
import type * as listings_requests from "../listings/requests.js";
import type * as listings_shared from "../listings/shared.js";
import type * as organiser from "../organiser.js";
import type * as organiser_changesAfterFreeze from "../organiser/changesAfterFreeze.js";
import type * as organiser_handInReminder from "../organiser/handInReminder.js";
import type * as organiser_integrity from "../organiser/integrity.js";
import type * as organiser_jobs from "../organiser/jobs.js";
import type * as organiser_lists from "../organiser/lists.js";
import type * as organiser_overview from "../organiser/overview.js";
import type * as organiser_shared from "../organiser/shared.js";
import type * as organiser_teamMending from "../organiser/teamMending.js";
import type * as people_jobs from "../people/jobs.js";
import type * as people_places from "../people/places.js";
import type * as people_shared_people from "../people/shared/people.js";
import type * as people_shared_skills from "../people/shared/skills.js";
import type * as people_users from "../people/users.js";
import type * as platform_auditLog from "../platform/auditLog.js";
import type * as platform_boundedRead from "../platform/boundedRead.js";
import type * as platform_digest from "../platform/digest.js";
import type * as platform_environment from "../platform/environment.js";
import type * as platform_facts from "../platform/facts.js";
import type * as platform_jobs from "../platform/jobs.js";
import type * as platform_mail from "../platform/mail.js";
import type * as platform_mailing from "../platform/mailing.js";
import type * as platform_rateLimits from "../platform/rateLimits.js";
import type * as platform_readKeys from "../platform/readKeys.js";
import type * as platform_retry from "../platform/retry.js";
import type * as platform_scheduling from "../platform/scheduling.js";
import type * as platform_secrets from "../platform/secrets.js";
import type * as platform_seen from "../platform/seen.js";
import type * as platform_shared_addressLists from "../platform/shared/addressLists.js";
import type * as platform_shared_addresses from "../platform/shared/addresses.js";
import type * as platform_shared_audit from "../platform/shared/audit.js";
import type * as platform_shared_errors from "../platform/shared/errors.js";
import type * as platform_shared_indianTime from "../platform/shared/indianTime.js";
import type * as platform_shared_input from "../platform/shared/input.js";
import type * as platform_shared_lists from "../platform/shared/lists.js";
import type * as platform_shared_mail from "../platform/shared/mail.js";
import type * as platform_shared_nextChange from "../platform/shared/nextChange.js";
import type * as platform_shared_pasted from "../platform/shared/pasted.js";
import type * as platform_shared_roles from "../platform/shared/roles.js";
import type * as platform_shared_text from "../platform/shared/text.js";
import type * as platform_siteAddress from "../platform/siteAddress.js";
import type * as platform_unsubscribePage from "../platform/unsubscribePage.js";
import type * as platform_viewer from "../platform/viewer.js";
import type * as projects from "../projects.js";
import type * as projects_data from "../projects/data.js";
import type * as projects_description_reading from "../projects/description/reading.js";
import type * as projects_description_texts from "../projects/description/texts.js";
import type * as projects_description_typing from "../projects/description/typing.js";
import type * as projects_description_updates from "../projects/description/updates.js";
import type * as projects_editing from "../projects/editing.js";
import type * as projects_handIns from "../projects/handIns.js";
import type * as projects_handingIn from "../projects/handingIn.js";
import type * as projects_history from "../projects/history.js";
import type * as projects_jobs from "../projects/jobs.js";
import type * as projects_lists from "../projects/lists.js";
import type * as projects_mails from "../projects/mails.js";
import type * as projects_pictureJobs from "../projects/pictureJobs.js";
import type * as projects_pictures_file from "../projects/pictures/file.js";
import type * as projects_pictures_pictures from "../projects/pictures/pictures.js";
import type * as projects_pictures_upload from "../projects/pictures/upload.js";
import type * as projects_presence from "../projects/presence.js";
import type * as projects_projects from "../projects/projects.js";
import type * as projects_rivals from "../projects/rivals.js";
import type * as projects_shared_links from "../projects/shared/links.js";
import type * as projects_shared_pictures from "../projects/shared/pictures.js";
import type * as projects_shared_projects from "../projects/shared/projects.js";
import type * as push from "../push.js";
import type * as push_devices from "../push/devices.js";
import type * as push_jobs from "../push/jobs.js";
import type * as push_messages from "../push/messages.js";
import type * as push_request from "../push/request.js";
import type * as push_shared from "../push/shared.js";
import type * as requests from "../requests.js";
import type * as resources from "../resources.js";
import type * as roles_appointments from "../roles/appointments.js";
import type * as roles_invitations from "../roles/invitations.js";
import type * as roles_jobs from "../roles/jobs.js";
import type * as roles_shared from "../roles/shared.js";
import type * as schedule from "../schedule.js";
import type * as screens from "../screens.js";
import type * as settings from "../settings.js";
import type * as settings_history from "../settings/history.js";
import type * as settings_settings from "../settings/settings.js";
import type * as settings_shared from "../settings/shared.js";
import type * as signIn_accounts from "../signIn/accounts.js";
import type * as signIn_admission from "../signIn/admission.js";
import type * as signIn_botChecks from "../signIn/botChecks.js";
import type * as signIn_googleProvider from "../signIn/googleProvider.js";
import type * as signIn_jobs from "../signIn/jobs.js";
import type * as signIn_passwordHash from "../signIn/passwordHash.js";
import type * as signIn_passwordProvider from "../signIn/passwordProvider.js";
import type * as signIn_passwordResets from "../signIn/passwordResets.js";
import type * as signIn_resetMail from "../signIn/resetMail.js";
import type * as signIn_sessions from "../signIn/sessions.js";
import type * as signIn_shared from "../signIn/shared.js";
import type * as signIn_signInCall from "../signIn/signInCall.js";
import type * as subscribers from "../subscribers.js";
import type * as teams from "../teams.js";
import type * as teams_changeRequests from "../teams/changeRequests.js";
import type * as teams_invitations from "../teams/invitations.js";
import type * as teams_leading from "../teams/leading.js";
import type * as teams_shared_changeRequests from "../teams/shared/changeRequests.js";
import type * as teams_shared_teams from "../teams/shared/teams.js";
import type * as teams_teams from "../teams/teams.js";
import type * as upkeep_expiry from "../upkeep/expiry.js";
import type * as upkeep_jobs from "../upkeep/jobs.js";
import type * as users from "../users.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  account: typeof account;
  "account/personalData": typeof account_personalData;
  "account/shared": typeof account_shared;
  announcements: typeof announcements;
  arena: typeof arena;
  auth: typeof auth;
  ceremony: typeof ceremony;
  changeRequests: typeof changeRequests;
  checkIns: typeof checkIns;
  "checkIns/checkIns": typeof checkIns_checkIns;
  "checkIns/passes": typeof checkIns_passes;
  "checkIns/shared/checkIns": typeof checkIns_shared_checkIns;
  "checkIns/shared/passes": typeof checkIns_shared_passes;
  consequences: typeof consequences;
  contact: typeof contact;
  "contact/messages": typeof contact_messages;
  "contact/shared": typeof contact_shared;
  "contact/subscribers": typeof contact_subscribers;
  "content/announcementMail": typeof content_announcementMail;
  "content/calendar": typeof content_calendar;
  "content/content": typeof content_content;
  "content/firstContent": typeof content_firstContent;
  "content/jobs": typeof content_jobs;
  "content/kinds": typeof content_kinds;
  "content/pageHead": typeof content_pageHead;
  "content/shared/content": typeof content_shared_content;
  "content/shared/schedule": typeof content_shared_schedule;
  crons: typeof crons;
  finals: typeof finals;
  functions: typeof functions;
  "gallery/gallery": typeof gallery_gallery;
  "gallery/jobs": typeof gallery_jobs;
  "gallery/previewPage": typeof gallery_previewPage;
  "gallery/shared": typeof gallery_shared;
  "hall/arena": typeof hall_arena;
  "hall/screens": typeof hall_screens;
  "hall/shared/arena": typeof hall_shared_arena;
  "hall/shared/screens": typeof hall_shared_screens;
  help: typeof help;
  "help/jobs": typeof help_jobs;
  "help/reminder": typeof help_reminder;
  "help/requests": typeof help_requests;
  "help/shared/help": typeof help_shared_help;
  "help/shared/queue": typeof help_shared_queue;
  http: typeof http;
  invites: typeof invites;
  judging: typeof judging;
  "judging/assignmentPlan": typeof judging_assignmentPlan;
  "judging/assignments": typeof judging_assignments;
  "judging/ceremony": typeof judging_ceremony;
  "judging/desk": typeof judging_desk;
  "judging/finalOrder": typeof judging_finalOrder;
  "judging/finals": typeof judging_finals;
  "judging/judges": typeof judging_judges;
  "judging/judging": typeof judging_judging;
  "judging/progress": typeof judging_progress;
  "judging/results": typeof judging_results;
  "judging/scorecards": typeof judging_scorecards;
  "judging/severity": typeof judging_severity;
  "judging/shared/awards": typeof judging_shared_awards;
  "judging/shared/ceremony": typeof judging_shared_ceremony;
  "judging/shared/desk": typeof judging_shared_desk;
  "judging/shared/finals": typeof judging_shared_finals;
  "judging/shared/judging": typeof judging_shared_judging;
  "judging/shared/visits": typeof judging_shared_visits;
  "judging/tableNumbers": typeof judging_tableNumbers;
  "judging/visits": typeof judging_visits;
  listings: typeof listings;
  "listings/asking": typeof listings_asking;
  "listings/data": typeof listings_data;
  "listings/hiding": typeof listings_hiding;
  "listings/jobs": typeof listings_jobs;
  "listings/listings": typeof listings_listings;
  "listings/reports": typeof listings_reports;
  "listings/requestMail": typeof listings_requestMail;
  "listings/requests": typeof listings_requests;
  "listings/shared": typeof listings_shared;
  organiser: typeof organiser;
  "organiser/changesAfterFreeze": typeof organiser_changesAfterFreeze;
  "organiser/handInReminder": typeof organiser_handInReminder;
  "organiser/integrity": typeof organiser_integrity;
  "organiser/jobs": typeof organiser_jobs;
  "organiser/lists": typeof organiser_lists;
  "organiser/overview": typeof organiser_overview;
  "organiser/shared": typeof organiser_shared;
  "organiser/teamMending": typeof organiser_teamMending;
  "people/jobs": typeof people_jobs;
  "people/places": typeof people_places;
  "people/shared/people": typeof people_shared_people;
  "people/shared/skills": typeof people_shared_skills;
  "people/users": typeof people_users;
  "platform/auditLog": typeof platform_auditLog;
  "platform/boundedRead": typeof platform_boundedRead;
  "platform/digest": typeof platform_digest;
  "platform/environment": typeof platform_environment;
  "platform/facts": typeof platform_facts;
  "platform/jobs": typeof platform_jobs;
  "platform/mail": typeof platform_mail;
  "platform/mailing": typeof platform_mailing;
  "platform/rateLimits": typeof platform_rateLimits;
  "platform/readKeys": typeof platform_readKeys;
  "platform/retry": typeof platform_retry;
  "platform/scheduling": typeof platform_scheduling;
  "platform/secrets": typeof platform_secrets;
  "platform/seen": typeof platform_seen;
  "platform/shared/addressLists": typeof platform_shared_addressLists;
  "platform/shared/addresses": typeof platform_shared_addresses;
  "platform/shared/audit": typeof platform_shared_audit;
  "platform/shared/errors": typeof platform_shared_errors;
  "platform/shared/indianTime": typeof platform_shared_indianTime;
  "platform/shared/input": typeof platform_shared_input;
  "platform/shared/lists": typeof platform_shared_lists;
  "platform/shared/mail": typeof platform_shared_mail;
  "platform/shared/nextChange": typeof platform_shared_nextChange;
  "platform/shared/pasted": typeof platform_shared_pasted;
  "platform/shared/roles": typeof platform_shared_roles;
  "platform/shared/text": typeof platform_shared_text;
  "platform/siteAddress": typeof platform_siteAddress;
  "platform/unsubscribePage": typeof platform_unsubscribePage;
  "platform/viewer": typeof platform_viewer;
  projects: typeof projects;
  "projects/data": typeof projects_data;
  "projects/description/reading": typeof projects_description_reading;
  "projects/description/texts": typeof projects_description_texts;
  "projects/description/typing": typeof projects_description_typing;
  "projects/description/updates": typeof projects_description_updates;
  "projects/editing": typeof projects_editing;
  "projects/handIns": typeof projects_handIns;
  "projects/handingIn": typeof projects_handingIn;
  "projects/history": typeof projects_history;
  "projects/jobs": typeof projects_jobs;
  "projects/lists": typeof projects_lists;
  "projects/mails": typeof projects_mails;
  "projects/pictureJobs": typeof projects_pictureJobs;
  "projects/pictures/file": typeof projects_pictures_file;
  "projects/pictures/pictures": typeof projects_pictures_pictures;
  "projects/pictures/upload": typeof projects_pictures_upload;
  "projects/presence": typeof projects_presence;
  "projects/projects": typeof projects_projects;
  "projects/rivals": typeof projects_rivals;
  "projects/shared/links": typeof projects_shared_links;
  "projects/shared/pictures": typeof projects_shared_pictures;
  "projects/shared/projects": typeof projects_shared_projects;
  push: typeof push;
  "push/devices": typeof push_devices;
  "push/jobs": typeof push_jobs;
  "push/messages": typeof push_messages;
  "push/request": typeof push_request;
  "push/shared": typeof push_shared;
  requests: typeof requests;
  resources: typeof resources;
  "roles/appointments": typeof roles_appointments;
  "roles/invitations": typeof roles_invitations;
  "roles/jobs": typeof roles_jobs;
  "roles/shared": typeof roles_shared;
  schedule: typeof schedule;
  screens: typeof screens;
  settings: typeof settings;
  "settings/history": typeof settings_history;
  "settings/settings": typeof settings_settings;
  "settings/shared": typeof settings_shared;
  "signIn/accounts": typeof signIn_accounts;
  "signIn/admission": typeof signIn_admission;
  "signIn/botChecks": typeof signIn_botChecks;
  "signIn/googleProvider": typeof signIn_googleProvider;
  "signIn/jobs": typeof signIn_jobs;
  "signIn/passwordHash": typeof signIn_passwordHash;
  "signIn/passwordProvider": typeof signIn_passwordProvider;
  "signIn/passwordResets": typeof signIn_passwordResets;
  "signIn/resetMail": typeof signIn_resetMail;
  "signIn/sessions": typeof signIn_sessions;
  "signIn/shared": typeof signIn_shared;
  "signIn/signInCall": typeof signIn_signInCall;
  subscribers: typeof subscribers;
  teams: typeof teams;
  "teams/changeRequests": typeof teams_changeRequests;
  "teams/invitations": typeof teams_invitations;
  "teams/leading": typeof teams_leading;
  "teams/shared/changeRequests": typeof teams_shared_changeRequests;
  "teams/shared/teams": typeof teams_shared_teams;
  "teams/teams": typeof teams_teams;
  "upkeep/expiry": typeof upkeep_expiry;
  "upkeep/jobs": typeof upkeep_jobs;
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
