import { useId } from 'react';
import styles from './DayPlot.module.css';

export type Series = { readonly name: string; readonly values: readonly number[] };

export type DayPlotProps = {
  readonly title: string;
  /** What the plot shows, in a sentence with its main number. */
  readonly text: string;
  /** The days as words, one for each value. */
  readonly days: readonly string[];
  /** One bar for each day; several series are on top of each other. */
  readonly series: readonly Series[];
  /** Value of the full height; absent = the highest bar. */
  readonly most?: number;
  readonly format: (value: number) => string;
  /** The values as text. Further columns are only there. */
  readonly table: {
    readonly label: string;
    readonly day: string;
    readonly further?: readonly Series[];
  };
};

/** Width of a day and height of the plot in the units of the drawing. */
const WIDTH = 10;
const HEIGHT = 100;
/** Colours that `DayPlot.module.css` has. */
const TONES = 9;

const sumAt = (series: readonly Series[], day: number): number =>
  series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0);

/** Bars for each day, drawn without text so that they can be mirrored and letters can grow, and the same as a table. */
export function DayPlot({ title, text, days, series, most, format, table }: DayPlotProps) {
  const id = useId();
  const highest = most ?? Math.max(0, ...days.map((_day, index) => sumAt(series, index)));
  return (
    <section className={styles.plot}>
      <h2 className={styles.title}>{title}</h2>
      <p>{text}</p>
      {highest === 0 ? undefined : (
        <>
          <p className={styles.scale} aria-hidden="true">
            {format(highest)}
          </p>
          <svg
            className={styles.drawing}
            viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `img` cannot have the colours of the page
            role="img"
            aria-label={title}
            aria-describedby={`${id}-table`}
          >
            {days.map((day, index) => (
              <Bar key={day} series={series} day={index} highest={highest} />
            ))}
          </svg>
          <p className={styles.ends} aria-hidden="true">
            <span>{days[0]}</span>
            {days.length > 1 ? <span>{days.at(-1)}</span> : undefined}
          </p>
          {series.length > 1 ? <Legend series={series} /> : undefined}
          <details className={styles.details}>
            <summary>{table.label}</summary>
            {/* A wide table is moved sideways, by keyboard too. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <section className={styles.frame} aria-label={title} tabIndex={0}>
              <table id={`${id}-table`} className={styles.table}>
                <thead>
                  <tr>
                    {[table.day, ...[...series, ...(table.further ?? [])].map(({ name }) => name)].map(
                      (name) => (
                        <th key={name} scope="col">
                          <bdi>{name}</bdi>
                        </th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {days.map((day, index) =>
                    sumAt(series, index) === 0 ? undefined : (
                      <tr key={day}>
                        <th scope="row">{day}</th>
                        {[...series, ...(table.further ?? [])].map(({ name, values }) => (
                          <td key={name}>{format(values[index] ?? 0)}</td>
                        ))}
                      </tr>
                    ),
                  )}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
    </section>
  );
}

type BarProps = { readonly series: readonly Series[]; readonly day: number; readonly highest: number };

function Bar({ series, day, highest }: BarProps) {
  let top = HEIGHT;
  return series.map(({ name, values }, index) => {
    const height = ((values[day] ?? 0) / highest) * HEIGHT;
    top -= height;
    return height === 0 ? undefined : (
      <rect
        key={name}
        className={styles.bar}
        data-tone={index % TONES}
        x={day * WIDTH + WIDTH * 0.1}
        y={top}
        width={WIDTH * 0.8}
        height={height}
      />
    );
  });
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ name }, index) => (
        <li key={name}>
          <span className={styles.sign} data-tone={index % TONES} />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
