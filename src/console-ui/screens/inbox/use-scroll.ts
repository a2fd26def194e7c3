import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Shown {
  /** The oldest and the newest message. */
  first: string | undefined;
  last: string | undefined;
  /** The message at which the reader goes on. Null: at the end. */
  start: string | null;
  /** Whether the reader has written the newest message. */
  isOwn: boolean;
}

interface State extends Pick<Shown, 'first' | 'last'> {
  /** What stays in view: the line above the first unread message, the end, or what the reader has scrolled to. */
  pin: 'begin' | 'start' | 'end' | 'none';
  height: number;
  /** Where this hook has scrolled to; another place is the reader's. */
  placedAt: number;
  isNear: boolean;
}

interface Scroll {
  view: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Whether the newest message is out of sight, and whether it came while it was. */
  below: 'nothing' | 'seen' | 'new';
  toEnd: () => void;
}

/** So close to the end is at the end, in pixels. */
const NEAR = 80;

/**
 * Begins at the message `start`, or at the end, and stays there while images load and the composer grows, until the reader scrolls.
 * Later it stays at the end if the reader is there. What the reader sends comes into view; older messages above move nothing.
 */
export function useScroll({ first, last, start, isOwn }: Shown): Scroll {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState<Scroll['below']>('nothing');
  const state = useRef<State>({
    pin: 'begin',
    first,
    last,
    height: 0,
    placedAt: Number.NEGATIVE_INFINITY,
    isNear: true,
  }).current;

  const place = (): void => {
    const element = view.current;
    if (!element) return;
    const line = state.pin === 'start' ? element.querySelector('.thread-new') : null;
    if (line) {
      element.scrollTop += line.getBoundingClientRect().top - element.getBoundingClientRect().top - 8;
    } else if (state.pin === 'end') element.scrollTop = element.scrollHeight;
    state.placedAt = element.scrollTop;
    note(element);
  };
  const note = (element: HTMLDivElement): void => {
    state.isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    state.height = element.scrollHeight;
    setBelow((before) => (state.isNear ? 'nothing' : before === 'nothing' ? 'seen' : before));
  };

  const isThere = first !== undefined;
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const scrolled = (): void => {
      // Else the reader has scrolled, not this hook.
      if (Math.abs(element.scrollTop - state.placedAt) >= 2) {
        state.placedAt = Number.NEGATIVE_INFINITY;
        state.pin = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR ? 'end' : 'none';
      }
      note(element);
    };
    const sized = new ResizeObserver(() => (state.pin === 'none' ? note(element) : place()));
    sized.observe(element);
    if (content.current) sized.observe(content.current);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', scrolled);
    };
  }, [isThere]);
  useLayoutEffect(() => {
    const element = view.current;
    if (!element) {
      // Another element follows, which stands at its top.
      state.placedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    if (state.pin === 'begin') state.pin = start === null ? 'end' : 'start';
    const isNew = last !== state.last && state.last !== undefined;
    const isOlder = first !== state.first && state.first !== undefined;
    // The reader may have scrolled since the last event of it, which comes with a frame.
    const hasMoved = state.placedAt >= 0 && Math.abs(element.scrollTop - state.placedAt) >= 2;
    const wasNear = hasMoved ? state.height - element.scrollTop - element.clientHeight < NEAR : state.isNear;
    if (hasMoved && !wasNear) state.pin = 'none';
    if (isNew && (isOwn || wasNear)) state.pin = 'end';
    if (isNew && state.pin !== 'end') setBelow('new');
    if (isOlder && !isNew && state.pin === 'none') element.scrollTop += element.scrollHeight - state.height;
    state.first = first;
    state.last = last;
    place();
  }, [first, last, start]);
  return {
    view,
    content,
    below,
    toEnd: () => {
      state.pin = 'end';
      place();
      view.current?.focus();
    },
  };
}
