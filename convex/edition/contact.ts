/** Where it takes place, and who answers for what; sample values. */
import { facts } from "./facts";

export const venue = {
  name: "Lecture Hall Complex",
  /** The venue within two sentences, each before "in" and the city. */
  within: "in a university lecture hall complex",
  there: "at the lecture hall complex",
  addressLines: [
    "Sample University",
    "1 Sample Marg",
    `${facts.city} 110001`,
    "India",
  ],
  latitude: 28.6139,
  longitude: 77.209,
} as const;

/** Who answers questions about personal data. */
export const privacyContact = "Sample Organiser";

export const legal = {
  /** The day from which all legal pages apply. */
  date: "2025-04-22T00:00:00+05:30",
  /** Whose courts decide. */
  courts: "New Delhi",
} as const;
