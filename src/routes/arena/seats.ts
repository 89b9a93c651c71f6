/** Where the teams sit: rings of equal cells around the screen's edge, with the clock in the middle. */

/** In columns and rows from the upper left. */
export type Seat = { column: number; row: number };

export type Stand = {
  columns: number;
  rows: number;
  rings: number;
  seats: Seat[];
};

/** As few rings as the marks can be told apart in. */
const RINGS_FOR = [64, 160, Infinity];
/** For each ring, so that three fifths of the screen stay the clock's. */
const CELLS_PER_RING = 5;

/**
 * Returns at least `count` seats, the first at the bottom in the middle and the others from there up both sides. The fewest
 * rows that hold them: marks are as large as the hall is small.
 * @param aspect the screen's width by its height
 */
export function standFor(count: number, aspect: number): Stand {
  const rings = RINGS_FOR.findIndex((most) => count <= most) + 1;
  const least = CELLS_PER_RING * rings + 1;
  for (let rows = least; ; rows++) {
    const fitting = Math.round(rows * aspect);
    // A column more makes the cells narrower by a little, but a row more makes them smaller.
    for (const columns of [fitting, fitting + 1]) {
      if (columns < least) continue;
      const seats = seatsOf(columns, rows, rings);
      if (seats.length >= count) return { columns, rows, rings, seats };
    }
  }
}

function seatsOf(columns: number, rows: number, rings: number): Seat[] {
  return Array.from({ length: rings }, (_, ring) =>
    ringOf(columns - 2 * ring, rows - 2 * ring).map(({ column, row }) => ({
      column: column + ring,
      row: row + ring,
    })),
  ).flat();
}

function ringOf(columns: number, rows: number): Seat[] {
  const isEdge = ({ column, row }: Seat) =>
    column === 0 || row === 0 || column === columns - 1 || row === rows - 1;
  const middle = (columns - 1) / 2;
  /** The way along the edge from the middle of the bottom. */
  const wayTo = ({ column, row }: Seat) => {
    const aside = Math.abs(column - middle);
    if (row === rows - 1) return aside;
    return row === 0
      ? middle + rows - 1 + (middle - aside)
      : middle + rows - 1 - row;
  };
  return Array.from({ length: columns * rows }, (_, cell) => ({
    column: cell % columns,
    row: Math.floor(cell / columns),
  }))
    .filter(isEdge)
    .sort((one, other) => wayTo(one) - wayTo(other));
}
