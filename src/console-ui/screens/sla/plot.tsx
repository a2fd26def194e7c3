import type { ReactNode } from 'react';
import { Table } from '../../kit';
import { useText, useWords } from '../../words/words';

interface Point {
  /** The beginning of the interval, in the reader's language. */
  at: string;
  /** From 0 to 1. Null: the interval has none. */
  value: number | null;
  count: number;
}

const [WIDTH, HEIGHT] = [640, 200];

/** A column for each interval. The same numbers stand in the table below, which screen readers and copies of the text take. */
export function Plot({ title, points }: { title: string; points: readonly Point[] }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(locale);
  const step = WIDTH / Math.max(1, points.length);
  return (
    <figure className="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`-40 -10 ${WIDTH + 50} ${HEIGHT + 30}`} aria-hidden="true" focusable="false">
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={0} x2={WIDTH} y1={HEIGHT * (1 - share)} y2={HEIGHT * (1 - share)} className="plot-line" />
            <text x={-6} y={HEIGHT * (1 - share) + 4} textAnchor="end" className="plot-text">
              {percent.format(share)}
            </text>
          </g>
        ))}
        {points.map(({ at, value }, index) => (
          <rect
            key={index}
            className={value === null ? 'plot-none' : 'plot-bar'}
            x={index * step + step * 0.1}
            width={step * 0.8}
            y={HEIGHT * (1 - (value ?? 0)) - (value === 0 ? 2 : 0)}
            height={value === null ? 0 : Math.max(2, HEIGHT * value)}
          >
            <title>{value === null ? at : `${at}: ${percent.format(value)}`}</title>
          </rect>
        ))}
        <text x={0} y={HEIGHT + 16} className="plot-text">
          {points[0]?.at}
        </text>
        <text x={WIDTH} y={HEIGHT + 16} textAnchor="end" className="plot-text">
          {points.at(-1)?.at}
        </text>
      </svg>
      <details>
        <summary>{text('slaReport.asTable')}</summary>
        <Table label={title} columns={[text('slaReport.interval'), text('slaReport.share'), text('slaReport.started')]}>
          {points.map(({ at, value, count }, index) => (
            <tr key={index}>
              <td>{at}</td>
              <td>{value === null ? '–' : percent.format(value)}</td>
              <td>{number.format(count)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
