/** The files of registration platforms and spreadsheets, as the importer of places reads and understands them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTable } from "../../src/routes/organiser/places/read-table";
import {
  understand,
  whoIsIn,
} from "../../src/routes/organiser/places/understand";

const FOLDER = join(import.meta.dirname, "../fixtures/places");
const fixture = (name: string) =>
  new File([readFileSync(join(FOLDER, name))], name);

async function understood(file: File) {
  const table = await readTable(file);
  if (typeof table === "string") throw new Error(table);
  const columns = understand(table);
  const { emails, unread, out, repeated } = whoIsIn(table, columns);
  return {
    people: emails.map((email) => email.replace("@example.in", "")),
    unread: unread.map(({ row, why }) => `${row}: ${why}`),
    out: out.map(({ row, why }) => `${row}: ${why}`),
    repeated: repeated.map(({ row }) => row),
    around: table.around.map(({ row }) => row),
    uses: Object.fromEntries(
      columns
        .filter(({ use }) => use !== "none")
        .map(({ heading, use }) => [heading, use]),
    ),
  };
}

const CONFIRMED: Partial<Awaited<ReturnType<typeof understood>>> = {
  people: ["asha", "shreya"],
  out: ["4: Status: Cancelled"],
  uses: { Email: "people", Status: "status" },
};

test.each<[string, Partial<Awaited<ReturnType<typeof understood>>>]>([
  [
    "tito.csv",
    {
      people: ["asha", "ravi", "mira", "dev"],
      uses: {
        "Order Email": "others",
        "Order Status": "status",
        "Ticket Email": "people",
      },
    },
  ],
  [
    "luma.csv",
    {
      people: ["asha", "leela"],
      out: [
        "3: approval_status: declined",
        "4: approval_status: waitlist",
        "5: approval_status: pending_approval",
      ],
      uses: { email: "people", approval_status: "status" },
    },
  ],
  [
    "unstop-teams.csv",
    {
      people: ["asha", "ravi", "mira", "dev", "leela"],
      out: ["4: Registration Status: Incomplete"],
      unread: [],
    },
  ],
  [
    "devpost.csv",
    {
      people: ["asha", "ravi", "mira", "dev"],
      uses: {
        "Submitter Email": "others",
        "Team Member 1 Email": "people",
        "Team Member 2 Email": "people",
      },
    },
  ],
  [
    "google-form.csv",
    { people: ["asha", "ravi", "mira", "dev", "leela", "om"], unread: [] },
  ],
  [
    "excel-semicolons.csv",
    {
      people: ["zoe"],
      out: ["3: Bestätigt: nein"],
      uses: { "E-Mail-Adresse": "people", Bestätigt: "status" },
    },
  ],
  ["excel-unicode.txt", CONFIRMED],
  ["utf16be.csv", CONFIRMED],
  ["utf16le-no-mark.csv", CONFIRMED],
  ["utf16be-no-mark.csv", CONFIRMED],
  [
    "title-and-total.csv",
    {
      people: ["asha", "mira"],
      unread: ["6: No address"],
      around: [1, 2, 9, 10],
      uses: { Email: "people" },
    },
  ],
  [
    "hindi.csv",
    {
      people: ["asha"],
      out: ["3: स्थिति: अस्वीकृत", "4: स्थिति: प्रतीक्षा"],
      uses: { ईमेल: "people", स्थिति: "status" },
    },
  ],
  [
    "damaged.csv",
    {
      people: ["asha", "mira", "dev", "leela", "om", "ravi"].sort(),
      unread: [],
    },
  ],
  [
    "check-marks.csv",
    {
      people: ["asha", "mira"],
      out: ["3: Selected?: empty", "5: Selected?: ✗"],
    },
  ],
  [
    "cancelled.csv",
    {
      people: ["asha", "mira"],
      out: ["3: Cancelled at: 2025-04-01 10:00"],
      unread: ["6: “dev@exa_mple” is no address"],
      repeated: [5],
      uses: {
        Email: "people",
        "Buyer Email": "others",
        "Cancelled at": "status",
      },
    },
  ],
  ["quoted-lines.csv", { people: ["asha", "ravi"], uses: { Email: "people" } }],
  ["bare.csv", { people: ["asha", "ravi"], uses: { "Column 1": "people" } }],
])("%s is understood", async (name, wanted) => {
  const read = await understood(fixture(name));
  if (name === "damaged.csv") read.people.sort();
  expect(read).toMatchObject(wanted);
});

const inline = (text: string) => new File([text], "places.csv");

test.each([
  ["registrations.xlsx", "This is an Excel file. Save it as CSV."],
  ["old.xls", "This is an Excel file. Save it as CSV."],
  ["registrations.ods", "This is an OpenDocument file. Save its table as CSV."],
  [
    "web-page.xls",
    "This is a web page, whatever its name says. Open it in a spreadsheet, and save it as CSV.",
  ],
  ["list.pdf", "This is a PDF file. Export the list as CSV."],
])("%s is told by its bytes", async (name, sentence) => {
  expect(await readTable(fixture(name))).toBe(sentence);
});

test.each([
  ["", "places.csv is empty."],
  [" \n\n", "places.csv is empty."],
  ["Email\n", "places.csv holds no email address."],
  [
    "x".repeat(10 * 2 ** 20 + 1),
    "places.csv is larger than 10 MB. Export the registrations alone.",
  ],
  [
    "a@example.in\n".repeat(10_001),
    "places.csv holds more than 10000 rows. Export the registrations alone.",
  ],
])("says what is wrong with a file (%#)", async (text, sentence) => {
  expect(await readTable(inline(text))).toBe(sentence);
});

test.each([
  // Several addresses in a cell, also where commas stand between the cells.
  ['Team,Emails\nNova,"a@example.in, b@example.in;c@example.in"\n', "a b c"],
  ["Team;Emails\nNova;a@example.in, b@example.in\nQ;c@example.in\n", "a b c"],
  // Leader and members; whoever filled in the form is one of them.
  [
    "Username,Leader Email,Member 1 Email\nz@example.in,a@example.in,b@example.in\n",
    "a b",
  ],
  // A second address of the same people.
  [
    "Email,College Email\na@example.in,a@college.example.in\nb@example.in,\n",
    "a b",
  ],
  // The organisers' own address in each row.
  [
    "Email,Event contact\na@example.in,x@example.in\nb@example.in,x@example.in\nc@example.in,x@example.in\n",
    "a b c",
  ],
  // Yes and no to other questions say nothing.
  [
    "Email,Vegetarian,Checked in\na@example.in,no,no\nb@example.in,yes,no\n",
    "a b",
  ],
  // Two columns say who is in.
  [
    "Email,RSVP,Payment Status\na@example.in,Yes,Paid\nb@example.in,Yes,Refunded\nc@example.in,Not going,Paid\n",
    "a",
  ],
  ["Email,Ticket\na@example.in,Active\nb@example.in,Cancelled\n", "a"],
  ["Email,Status\na@example.in,Student\nb@example.in,Working\n", "a b"],
  ["Email,Refunded\na@example.in,No\nb@example.in,Yes\nc@example.in,\n", "a c"],
  ["Email,Paid\na@example.in,500\nb@example.in,500\n", "a b"],
  ["Email,State\na@example.in,Uttar Pradesh\nb@example.in,Goa\n", "a b"],
  ['Email\n="a@example.in"\nmailto:b@example.in\n', "a b"],
  ["Email,Will you attend?\na@example.in,Yes\nb@example.in,Maybe\n", "a"],
  [
    "Email,Will you attend the workshop?\na@example.in,Yes\nb@example.in,No\n",
    "a b",
  ],
  ["Email,Shortlisted\na@example.in,checked\nb@example.in,\n", "a"],
  ["email,status\na@example.in,RSVPed\nb@example.in,Waitlisted\n", "a"],
  // Hints, marks and ends of other programs.
  ["sep=\t\r\nName\tEmail\r\nA\ta@example.in\r\n", "a"],
  ['\ufeff"sep=;"\r\nName;Email\r\nA;a@example.in\r\n', "a"],
  [
    "\ufeffEmail,Name\na@example.in,A\n\ufeffEmail,Name\nb@example.in,B\n",
    "a b",
  ],
  ["Email,Name\na@example.in,A\n\u001a\0\0", "a"],
  // Tickets that somebody else has bought.
  [
    "Order no.,Email,Buyer Email,Attendee Status\n1,a@example.in,z@example.in,Attending\n1,b@example.in,z@example.in,Not Attending\n2,c@example.in,c@example.in,Checked In\n3,d@example.in,d@example.in,Deleted\n",
    "a c",
  ],
  [
    "Email Address,Booked By Email,Registration Status\na@example.in,z@example.in,Confirmed\nc@example.in,c@example.in,Cancelled\n",
    "a",
  ],
  // Teams in a cell.
  [
    'Team,Members\nN,"A (a@example.in), B <b@example.in>"\nQ,"[""c@example.in"",""d@example.in""]"\n',
    "a b c d",
  ],
  [
    "Leader Email,Member 2 Email (Optional)\na@example.in,NA\nb@example.in,c@example.in\n",
    "a b c",
  ],
  // Quoting of other programs.
  ['Name,Email\n"A \\"Ace\\" R",a@example.in\nB,b@example.in\n', "a b"],
  ['Name,Email,Note\nA,a@example.in,15" laptop\nB,b@example.in,\n', "a b"],
  ["Email sent?,Login\nyes,a@example.in\nno,b@example.in\n", "a b"],
  // Headings again, as in exports that were put one below the other.
  ["Name,Email\nA,a@example.in\nName,Email\nB,b@example.in\n", "a b"],
])("who comes by %j", async (text, people) => {
  const read = await understood(inline(text));
  expect(read.people.join(" ")).toBe(people);
  expect(read.unread).toEqual([]);
});
