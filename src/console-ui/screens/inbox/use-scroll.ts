import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Begins at the message `start`, or at the end. Stays at the end while new messages come, unless the reader has scrolled up; older
 * ones above move nothing.
 */
export function useScroll(first: string | undefined, last: string | undefined, start: string | null) {
  const view = useRef<HTMLDivElement>(null);
  const known = useRef({ first, height: 0, atEnd: true, hasBegun: false });
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const note = (): void => {
      known.current.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 80;
      known.current.height = element.scrollHeight;
    };
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [first]);
  useLayoutEffect(() => {
    const element = view.current;
    if (!element) return;
    const from = start !== null && !known.current.hasBegun && element.querySelector(`[data-message="${start}"]`);
    if (from) {
      from.scrollIntoView({ block: 'start' });
      known.current.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 80;
    } else if (known.current.first !== undefined && first !== known.current.first && !known.current.atEnd) {
      element.scrollTop += element.scrollHeight - known.current.height;
    } else if (known.current.atEnd) element.scrollTop = element.scrollHeight;
    known.current = { ...known.current, first, height: element.scrollHeight, hasBegun: true };
  }, [first, last, start]);
  return view;
}
