import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvOf } from "../../src/lib/csv";

type Row = { name: string; count: number | null };

const columns = {
  Name: ({ name }: Row) => name,
  Count: ({ count }: Row) => count,
};

async function linesOf(...rows: Row[]): Promise<string[]> {
  const csv = await csvOf(columns, rows);
  return csv.replace("\uFEFF", "").split("\r\n");
}

test("a file begins with the mark of UTF-8 and the headings", async () => {
  expect(await csvOf(columns, [])).toBe("\uFEFFName,Count\r\n");
});

test("rows follow, with quotes where commas, quotes or line breaks need them", async () => {
  expect(
    await csvOf(columns, [
      { name: "Zoë Rao", count: 3 },
      { name: 'Rao, "Zoë"\nof Pune', count: null },
    ]),
  ).toBe('\uFEFFName,Count\r\nZoë Rao,3\r\n"Rao, ""Zoë""\nof Pune",');
});

test.each([
  ["an equals sign", '=HYPERLINK("https://evil.example","Prize")'],
  ["a plus", "+1+1"],
  ["a minus", "-1+1"],
  ["an at sign", "@SUM(A1)"],
  ["a tab", "\t=1+1"],
  ["a carriage return", "\r=1+1"],
  ["a line feed", "\n=1+1"],
  ["a tab before plain words", "\twords"],
  ["blanks before a sign", "  =1+1"],
  ["a no-break space before a sign", "\u00A0=1+1"],
  ["a full-width equals sign", "＝1+1"],
  ["a full-width plus", "＋1"],
  ["a full-width minus", "－1"],
  ["a full-width at sign", "＠SUM(A1)"],
  ["a sign and more lines", "=1+1\nand more"],
])("what begins with %s is text, not a formula", async (_, name) => {
  const csv = await csvOf(columns, [{ name, count: 1 }]);
  // The sign may begin a cell of its own, too.
  const text = name.replace(/^[\t\r\n](?==)/u, "$&'").replaceAll('"', '""');
  expect(csv).toBe(`\uFEFFName,Count\r\n"'${text}",1`);
});

test.each(["Asha;b", "Asha\tb"])(
  "%j stays one cell for a spreadsheet with another separator",
  async (name) => {
    expect(await linesOf({ name, count: 1 })).toContain(`"${name}",1`);
  },
);

test.each([";=1+1", "\t=1+1", "Asha\n=1+1", "Asha\r\n＝1", 'a;"=1+1', "a; @b"])(
  "nothing in %j is a formula for a spreadsheet with another separator",
  async (name) => {
    const nameLast = { Count: columns.Count, Name: columns.Name };
    const csv = await csvOf(nameLast, [{ name, count: 1 }]);
    for (const delimiter of [";", "\t", ","]) {
      const { data } = Papa.parse<string[]>(csv.slice(1), { delimiter });
      const begins = data.flat().map((cell) => cell.replace(/^[\s"]+/u, ""));
      expect(begins.filter((cell) => /^[=+\-@＝＋－＠]/u.test(cell))).toEqual(
        [],
      );
    }
  },
);

test.each(["Asha Rao", "3 = 2 + 1", "a-b", "asha@example.in", "'quoted", ""])(
  "%j stays as it is",
  async (name) => {
    expect(await linesOf({ name, count: null })).toEqual([
      "Name,Count",
      `${name},`,
    ]);
  },
);

test("numbers are numbers, also below zero", async () => {
  expect(await linesOf({ name: "x", count: -5 })).toContain("x,-5");
});
