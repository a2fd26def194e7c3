import type { ReactNode } from 'react';

interface Props {
  /** For screen readers, and shown above the table where `caption` is set. */
  label: string;
  caption?: boolean;
  /** In the order of the cells. Null: a column of buttons, which has no name to show. */
  columns: readonly (string | null)[];
  children: ReactNode;
}

/** A table that scrolls sideways in its own frame, also by keys, so that the page does not. `children`: its rows. */
export function Table({ label, caption = false, columns, children }: Props): ReactNode {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={label}>
      <table>
        {caption && <caption>{label}</caption>}
        <thead>
          <tr>
            {columns.map((name, at) =>
              name === null ? (
                <td key={at} />
              ) : (
                <th key={at} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
