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

const everything: Chip<unknown> = {
  id: "all",
  label: "All",
  isListed: () => true,
  empty: "",
};

/** The chips, the one that the address names, and the rows that it lists. */
export function useChips<Row>(
  all: readonly Row[],
  set: ChipSet<Row> | undefined,
) {
  const [search] = useSearchParams();
  const wanted = set && search.get(set.parameter);
  return useMemo(() => {
    const chips: readonly Chip<Row>[] = set?.chips ?? [];
    const current = chips.find(({ id }) => id === wanted) ?? chips[0];
    return {
      chips,
      current: current ?? everything,
      listed: current ? all.filter(current.isListed) : all,
    };
  }, [all, set, wanted]);
}

/** Links above a list, each with the number of rows in its part. */
export function Chips<Row>({
  label,
  parameter,
  chips,
  current,
  all,
  onChange,
}: {
  label: string;
  parameter: string;
  chips: readonly Chip<Row>[];
  current: Pick<Chip<Row>, "id">;
  all: readonly Row[];
  onChange: () => void;
}) {
  return (
    <ul className="row gap-2" aria-label={label}>
      {chips.map(({ id, label: name, isListed }, position) => (
        <li key={id}>
          <Link
            to={{
              search:
                position === 0
                  ? ""
                  : `?${new URLSearchParams({ [parameter]: id })}`,
            }}
            preventScrollReset
            className="org-chip label flex gap-2 items-center"
            aria-current={id === current.id ? "true" : undefined}
            onClick={onChange}
          >
            {name}{" "}
            <small className="quiet tabular">
              {all.filter(isListed).length}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
