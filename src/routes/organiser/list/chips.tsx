import { useMemo } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { addressOf, type ScreenName } from "../frame/sections";

/** A part of a list. */
export type Chip<Row> = {
  /** Its value in the address. */
  id: string;
  label: string;
  isListed: (row: Row) => boolean;
  /** Shown if it has no rows. */
  empty: string;
  /** Whether these rows can be told apart so; by default they can. */
  isOffered?: (all: readonly Row[]) => boolean;
};

export type ChipSet<Row> = {
  /** The name of the parameter in the address. */
  parameter: string;
  /** The first one needs no parameter. */
  chips: readonly [Chip<Row>, ...Chip<Row>[]];
};

/** The address of a screen that lists one part of its rows. */
export function addressOfPart(
  name: ScreenName,
  parameter: string,
  id: string,
): string {
  return `${addressOf(name)}?${new URLSearchParams({ [parameter]: id })}`;
}

/** The part of a list that the address names, if it has parts, and its rows. */
export function useChips<Row>(
  all: readonly Row[],
  set: ChipSet<Row> | undefined,
) {
  const [search] = useSearchParams();
  const wanted = set && search.get(set.parameter);
  const current = set?.chips.find(({ id }) => id === wanted) ?? set?.chips[0];
  const listed = useMemo(
    () => (current ? all.filter(current.isListed) : all),
    [all, current],
  );
  return { current, listed };
}

/** Links above a list, each with the number of rows in its part. */
export function Chips<Row>({
  label,
  set: { parameter, chips },
  current,
  all,
  onChange,
}: {
  label: string;
  set: ChipSet<Row>;
  current: Chip<Row> | undefined;
  all: readonly Row[];
  onChange: () => void;
}) {
  const offered = chips.filter(({ isOffered }) => isOffered?.(all) ?? true);
  return (
    <ul className="row gap-2" aria-label={label}>
      {offered.map(({ id, label: name, isListed }) => (
        <li key={id}>
          <Link
            to={{
              search:
                id === chips[0].id
                  ? ""
                  : `?${new URLSearchParams({ [parameter]: id })}`,
            }}
            preventScrollReset
            className="org-chip label flex gap-2 items-center target plain"
            aria-current={id === current?.id ? "true" : undefined}
            onClick={onChange}
          >
            <span>{`${name} `}</span>
            <small className="quiet tabular">
              {all.filter(isListed).length}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
