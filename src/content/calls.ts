/** What stands in place of a call to register. The organisers' settings quote it. */

/** The heading of the form in the footer, to which the page leads instead of the registration. */
export const stayUpdated = "stay-updated";

export const registrationClosed = "Registration is closed";
