import type { ReactNode } from 'react';
import { type Sort, SORTS, usualSort, type View } from '../../live/views';
import { type WordKey, useText } from '../../words/words';

const NAMES: Readonly<Record<Sort, WordKey>> = { waiting: 'inbox.sort.waiting', activity: 'inbox.sort.activity' };
const keyOf = (view: View): string => `parley:sort:${view}`;

/** As the reader chose it last in this browser. */
export function keptSort(view: View): Sort {
  const kept = localStorage.getItem(keyOf(view));
  return SORTS.find((sort) => sort === kept) ?? usualSort(view);
}

/** The order of a list, which this browser keeps for each view. */
export function SortChoice({
  view,
  value,
  onChange,
}: {
  view: View;
  value: Sort | null;
  onChange: (sort: Sort) => void;
}): ReactNode {
  const text = useText();
  return (
    <select
      className="sort-choice"
      aria-label={text('inbox.sort')}
      value={value ?? usualSort(view)}
      onChange={({ target }) => {
        const sort = target.value as Sort;
        localStorage.setItem(keyOf(view), sort);
        onChange(sort);
      }}
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {text(NAMES[sort])}
        </option>
      ))}
    </select>
  );
}
