import { useState } from 'react';

const KEY = 'parley.contactPanel';

/** Whether the reader wants the panel beside threads. This browser remembers it; storage may be missing or refuse. */
export function usePanel(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => {
    try {
      // Narrow screens show it over the thread, so there it opens only when it is wanted.
      return localStorage.getItem(KEY) === 'open' && matchMedia('(width >= 1200px)').matches;
    } catch {
      return false;
    }
  });
  const set = (to: boolean): void => {
    setOpen(to);
    try {
      localStorage.setItem(KEY, to ? 'open' : 'closed');
    } catch {
      // It is closed again the next time.
    }
  };
  return [isOpen, set];
}
