import { VisuallyHidden } from "../../../ui/visually-hidden";

/** With fewer bars they do not fill the width. */
const FEWEST = 14;
const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

export type BarOfChart = { name: string; count: number };

/** Counts over time, as a bar chart and a table; at least one of them is not 0. */
export function BarChart({
  bars,
  inWords,
  headings,
}: {
  bars: readonly BarOfChart[];
  /** The text alternative, given the largest bar. */
  inWords: (busiest: BarOfChart) => string;
  /** Of the table. */
  headings: readonly [string, string];
}) {
  const busiest = bars.reduce((most, bar) =>
    bar.count > most.count ? bar : most,
  );
  const [first, last] = [bars.at(0)?.name, bars.at(-1)?.name];
  return (
    <>
      <figure className="org-days grid">
        <VisuallyHidden>{inWords(busiest)}</VisuallyHidden>
        <span className="org-days-most quiet text-s" aria-hidden="true">
          {busiest.count}
        </span>
        <svg
          width="100%"
          height="12rem"
          viewBox={`0 0 ${Math.max(bars.length, FEWEST) * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {bars.map(({ name, count }, index) => (
            <rect
              key={name}
              className="org-fill"
              x={index * STEP}
              y={HEIGHT - (count / busiest.count) * HEIGHT}
              width={BAR}
              height={(count / busiest.count) * HEIGHT}
            >
              <title>{`${name}: ${count}`}</title>
            </rect>
          ))}
        </svg>
        <figcaption
          className="flex justify-between quiet text-s"
          aria-hidden="true"
        >
          {bars.length < FEWEST ? (
            <span>{[...new Set([first, last])].join(" – ")}</span>
          ) : (
            <>
              <span>{first}</span>
              <span>{last}</span>
            </>
          )}
        </figcaption>
      </figure>
      <details>
        <summary className="soft">Show as a table</summary>
        <table className="org-figures tabular">
          <thead className="quiet">
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ count }) => count > 0)
              .map(({ name, count }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{count}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** A horizontal bar of that share of the width. */
export function Bar({ share }: { share: number }) {
  return (
    <svg
      viewBox="0 0 100 10"
      width="100%"
      height="1rem"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="org-ground" width="100" height="10" />
      <rect className="org-fill" width={share * 100} height="10" />
    </svg>
  );
}
