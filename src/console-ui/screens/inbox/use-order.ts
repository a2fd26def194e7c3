import { useRef } from 'react';

/** The conversations of the list as it is shown, for steps from the open one to those beside it. */
export interface Order {
  /** Called with each change of what is shown. */
  note(ids: readonly string[], openId: string | null): void;
  /** The conversation so many steps after the open one. Once that has left the list, the one that took its place is next. */
  step(openId: string | null, by: 1 | -1): string | undefined;
}

export function useOrder(): Order {
  const shown = useRef<{ ids: readonly string[]; place: number }>({ ids: [], place: 0 });
  return useRef<Order>({
    note: (ids, openId) => {
      const at = openId === null ? -1 : ids.indexOf(openId);
      shown.current = { ids, place: at >= 0 ? at : shown.current.place };
    },
    step: (openId, by) => {
      const { ids, place } = shown.current;
      const at = openId === null ? -1 : ids.indexOf(openId);
      if (at >= 0) return ids[at + by];
      return by === 1 ? ids[place] : ids[place - 1];
    },
  }).current;
}
