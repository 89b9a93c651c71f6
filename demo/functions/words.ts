/** What people and organisers wrote at the demo event. */

/** `hoursAgo` below 0: it comes out later. */
export const ANNOUNCEMENTS = [
  {
    title: "Wi-Fi, power and where to sleep",
    body: "The network is HackArena, the password is on your badge. Every table has four sockets. Sleeping mats are in hall B from 22:00; it stays dark and quiet.",
    pinned: true,
    hoursAgo: 5,
  },
  {
    title: "Mentor desk opens at 14:00",
    body: "Six mentors for web, mobile, hardware and machine learning sit beside the stage. Bring one question and fifteen minutes.",
    pinned: false,
    hoursAgo: 26,
  },
  {
    title: "Still without a team?",
    body: "Come to the notice board at 11:30, or join a team with an invite code until team changes close.",
    pinned: false,
    hoursAgo: 50,
  },
  {
    title: "Dinner is served",
    body: "Vegetarian, Jain and vegan food is on the left, everything else on the right. Badges on, please.",
    pinned: false,
    hoursAgo: -4,
  },
];

export const MESSAGES = [
  {
    subject: "Is there parking for two-wheelers?",
    message:
      "Four of us come from Gurugram by scooter. Can we leave them over night?",
  },
  {
    subject: "Wheelchair access",
    message:
      "One of our members uses a wheelchair. Which gate should we take, and is hall B step-free?",
  },
  {
    subject: "Sponsorship for next year",
    message:
      "Our company would like to sponsor the prize for accessibility. Whom do we talk to?",
  },
  {
    subject: "Wrong name on my certificate",
    message:
      "My surname is spelled with a double e. Could you correct it before you print?",
  },
  {
    subject: "Travel support",
    message:
      "We are students from Guwahati. Is there any support for train tickets?",
  },
  {
    subject: "May we bring our own hardware?",
    message:
      "We have a 3D printer and a soldering iron. Is there a table where both are allowed?",
  },
  {
    subject: "Team of five",
    message:
      "Our fifth friend would only do the slides. Is there really no exception?",
  },
  {
    subject: "Lost: a blue water bottle",
    message:
      "It has a sticker of a peacock on it. I think that I left it at table 31.",
  },
  {
    subject: "Letter for the college",
    message:
      "Our professor wants a letter that confirms the dates. Where can we get one?",
  },
  {
    subject: "Photos",
    message: "I would rather not be in any photo. Is there a badge for that?",
  },
  {
    subject: "Allergy",
    message: "I am allergic to peanuts. Will the dishes be labelled?",
  },
  {
    subject: "Can we start with our own code?",
    message:
      "We have a small library that we wrote last year, under MIT. May we use it if we say so?",
  },
];
