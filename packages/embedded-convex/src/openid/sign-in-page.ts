import { createHash } from "node:crypto";
import { escapeHtml } from "../base/html";
import type { PersonIssues, StandInPerson } from "./remembered-people";

type PageFacts = {
  /** The provider in whose place it stands, such as "Google". */
  provider: string;
  /** The people that this browser has used. */
  known: readonly StandInPerson[];
  /** What was entered and refused; null at first. */
  refused: { entered: StandInPerson; issues: PersonIssues } | null;
};

const STYLE = `
:root {
  color-scheme: light dark;
  --surface: light-dark(#fbfaf6, #081314);
  --raised: light-dark(#ffffff, #0d1c1e);
  --text: light-dark(#0c1a1b, #f0ece0);
  --quiet: light-dark(#4d6061, #9ab3b1);
  --line: light-dark(#7a8a8a, #5f8482);
  --hot: light-dark(#ad0f4c, #ff8fb4);
  --focus: light-dark(#0a5a60, #ffd166);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--surface);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
.warning { margin: 0; padding: 1rem; border: 2px solid #ffb81c; background: #ffb81c; color: #071314; }
.warning > * { max-width: 28rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.2; }
.warning p { margin-top: 0.5rem; }
main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem; }
h2 { margin: 0 0 0.75rem; font-size: 1rem; }
form { margin: 0 0 2rem; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem; }
label { display: block; margin: 0 0 0.25rem; font-weight: 600; }
input {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  margin: 0 0 1rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line);
  background: var(--raised);
  color: inherit;
  font: inherit;
}
input[aria-invalid] { border-color: var(--hot); margin-bottom: 0.25rem; }
.error { margin: 0 0 1rem; color: var(--hot); }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--line);
  background: var(--raised);
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-align: left;
  cursor: pointer;
}
li button { width: 100%; }
li span { display: block; color: var(--quiet); font-weight: 400; }
.primary { border-color: #ffb81c; background: #ffb81c; color: #071314; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** Allows nothing but this page's own style. */
export const SIGN_IN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Renders the page that asks who signs in. It works without scripts. Its forms
 * post to the page's own address: `known` (the index of a remembered person),
 * `name` and `email`, or `cancel`.
 */
export function signInPage({ provider, known, refused }: PageFacts): string {
  const title = escapeHtml(`This is not ${provider}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="warning">
<h1>${title}.</h1>
<p>This server has no ${escapeHtml(provider)} client, and only this machine can reach it. So you can sign in under any name and address, without a password, to try it out. Accounts that were made in another way, or that have special rights, may be closed to it.</p>
</header>
<main>
${known.length === 0 ? "" : knownForm(known)}
${newForm(known.length > 0, refused)}
<form method="post"><button name="cancel" value="yes">Cancel</button></form>
</main>
</body>
</html>
`;
}

function knownForm(known: readonly StandInPerson[]): string {
  const entries = known.map(
    ({ name, email }, index) =>
      `<li><button name="known" value="${index}">${escapeHtml(name)} <span>${escapeHtml(email)}</span></button></li>`,
  );
  return `<form method="post" aria-labelledby="known">
<h2 id="known">Sign in again as</h2>
<ul>${entries.join("")}</ul>
</form>`;
}

function newForm(isOther: boolean, refused: PageFacts["refused"]): string {
  const { entered, issues } = refused ?? {
    entered: { name: "", email: "" },
    issues: { name: false, email: false },
  };
  // The first field that needs attention, unless there is a list to choose from.
  const focus = issues.name || (refused === null && !isOther);
  return `<form method="post" aria-labelledby="new" novalidate>
<h2 id="new">${isOther ? "Or as someone else" : "Who signs in?"}</h2>
${field("name", "Name", entered.name, {
  attributes: 'autocomplete="name" maxlength="80"',
  error: issues.name ? "Enter a name of at most 80 characters." : null,
  isFocused: focus,
})}
${field("email", "Email address", entered.email, {
  attributes: 'type="email" autocomplete="email" maxlength="254"',
  error: issues.email ? "Enter an email address." : null,
  isFocused: !issues.name && issues.email,
})}
<button class="primary">Sign in</button>
</form>`;
}

function field(
  name: string,
  label: string,
  value: string,
  {
    attributes,
    error,
    isFocused,
  }: { attributes: string; error: string | null; isFocused: boolean },
): string {
  const invalid =
    error === null
      ? ""
      : ` aria-invalid="true" aria-describedby="${name}-error"`;
  return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" required ${attributes}${invalid}${isFocused ? " autofocus" : ""}>
${error === null ? "" : `<p class="error" id="${name}-error">${error}</p>`}`;
}
