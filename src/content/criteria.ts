/** What the judges look for. */
export const criteria = [
  {
    question: "how well they work",
    text: "It works. We would rather see one feature that runs than five on a slide.",
  },
  {
    question: "how original they are",
    text: "It is yours. A fresh idea, or a fresh answer to an old question.",
  },
  {
    question: "how well they are made",
    text: "It is well made. Sound code, a usable interface, sensible choices.",
  },
  {
    question: "how clearly you show them",
    text: "It is well shown. After your demo we know whom it helps and how.",
  },
] as const;
