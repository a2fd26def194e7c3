import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { KEYS, useActions } from '../../keys';
import { notify } from '../../kit';
import { useText } from '../../words/words';
import { useInbox } from './inbox-context';
import { MOST_SELECTED } from './selection';

type Rows = RefObject<HTMLElement | null>;

const rowsIn = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/** The row that has the focus, else that of the open conversation. */
function currentIn(all: readonly HTMLElement[], openId: string | null): number {
  const focused = all.indexOf(document.activeElement as HTMLElement);
  return focused >= 0 ? focused : all.findIndex(({ dataset }) => dataset['row'] === openId);
}

/** The row so many steps after the current one; the first or last at the ends. */
export function stepIn(list: HTMLElement | null, openId: string | null, step: number): HTMLElement | undefined {
  const all = rowsIn(list);
  const at = currentIn(all, openId);
  return all[Math.min(all.length - 1, Math.max(0, at + step))];
}

/** j and k move through the list, x selects. Where the list is not shown, j and k open what is beside the open conversation. */
export function useListKeys({
  rows,
  openId,
  go,
}: {
  rows: Rows;
  openId: string | null;
  go: (id: string) => void;
}): void {
  const text = useText();
  const { selection } = useInbox();
  const current = (): HTMLElement | undefined => {
    const all = rowsIn(rows.current);
    return all[currentIn(all, openId)];
  };
  const move = (step: number): void => {
    const row = stepIn(rows.current, openId, step);
    if (!row) return;
    if (row.offsetParent === null) go(row.dataset['row']!);
    else row.focus();
  };
  const select = (row: HTMLElement | undefined, isSelected: boolean): void => {
    const id = row?.dataset['row'];
    if (id && !selection.set(id, isSelected)) notify(text('inbox.bulk.most', { count: MOST_SELECTED }));
  };
  const extend = (step: number): void => {
    select(current(), true);
    move(step);
    select(current(), true);
  };
  const focused = (): HTMLElement | undefined => rowsIn(rows.current).find((row) => row === document.activeElement);
  useActions([
    { id: 'inbox.next', name: text('inbox.next'), keys: KEYS['inbox.next'], run: () => move(1) },
    { id: 'inbox.previous', name: text('inbox.previous'), keys: KEYS['inbox.previous'], run: () => move(-1) },
    {
      id: 'inbox.open',
      name: text('inbox.open'),
      keys: KEYS['inbox.open'],
      when: () => focused() !== undefined,
      run: () => go(focused()!.dataset['row']!),
    },
    {
      id: 'inbox.select',
      name: text('inbox.selectOne'),
      keys: KEYS['inbox.select'],
      when: () => current() !== undefined,
      run: () => select(current(), !selection.has(current()!.dataset['row']!)),
    },
    { id: 'inbox.selectNext', name: text('inbox.selectNext'), keys: KEYS['inbox.selectNext'], run: () => extend(1) },
    {
      id: 'inbox.selectPrevious',
      name: text('inbox.selectPrevious'),
      keys: KEYS['inbox.selectPrevious'],
      run: () => extend(-1),
    },
  ]);
}

/** Back from a conversation, its row has the focus, unless the reader has moved it elsewhere. */
export function useFocusBack(rows: Rows, openId: string | null): void {
  const before = useRef(openId);
  useEffect(() => {
    const left = before.current;
    before.current = openId;
    if (openId !== null || left === null) return;
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body && activeElement.isConnected) return;
      const all = rowsIn(rows.current);
      (all.find(({ dataset }) => dataset['row'] === left) ?? all[0])?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [openId, rows]);
}

/** The row of the open conversation is in view, unless it is under the pointer: a row that is pressed stays where it is. */
export function useOpenInView(rows: Rows, openId: string | null): void {
  const router = useRouter();
  useEffect(() => {
    const show = (): void => {
      const open = rowsIn(rows.current).find(({ dataset }) => dataset['row'] === openId);
      if (open && !open.matches(':hover')) open.scrollIntoView({ block: 'nearest' });
    };
    show();
    // With each new address, the router puts the list back to where it was before.
    return router.subscribe('onRendered', show);
  }, [openId, rows, router]);
}
