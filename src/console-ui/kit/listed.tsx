import type { ReactNode } from 'react';
import { useText } from '../words/words';
import { Button } from './button';
import { Empty, Loading, Problem } from './page';

/** What is read of a list so far, and how to read on. */
export interface Listing<Item> {
  /** Undefined until the first page was read. */
  items: readonly Item[] | undefined;
  error: unknown;
  retry: () => void;
  /** Null: there is no more. */
  more: (() => void) | null;
  isReadingMore: boolean;
}

interface Props<Item> {
  of: Listing<Item>;
  /** A sentence, where the list has nothing. */
  empty: ReactNode;
  /** What to do about an empty list. */
  action?: ReactNode;
  rows?: number;
  children: (items: readonly Item[]) => ReactNode;
}

/** A list in each of its states. What was read stays when a later page cannot be. */
export function Listed<Item>({ of, empty, action, rows = 3, children }: Props<Item>): ReactNode {
  const text = useText();
  const { items, error, more } = of;
  return (
    <>
      {error != null && <Problem problem={error} onRetry={of.retry} />}
      {!items && error == null && <Loading rows={rows} />}
      {items?.length === 0 && more === null && <Empty action={action}>{empty}</Empty>}
      {items && items.length > 0 && children(items)}
      {more && (
        <div>
          <Button onPress={more} isPending={of.isReadingMore}>
            {text('common.more')}
          </Button>
        </div>
      )}
    </>
  );
}
