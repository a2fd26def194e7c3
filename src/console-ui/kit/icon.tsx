import type { ReactNode } from 'react';

/** Drawn on 20 × 20, with strokes of 1.6. */
const PATHS = {
  agent: 'M10 3v2M5 7h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2Zm2.5 4v1m5-1v1',
  attach: 'm14.5 9-5.2 5.2a3.2 3.2 0 0 1-4.5-4.5l6-6a2.1 2.1 0 0 1 3 3l-6 6a1 1 0 0 1-1.5-1.4L11.4 6',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  chevron: 'm6 8 4 4 4-4',
  close: 'm5 5 10 10M15 5 5 15',
  clock: 'M10 6v4l2.5 1.5M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  contacts: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 6.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  copilot: 'M10 3.5l1.5 4 4 1.5-4 1.5-1.5 4-1.5-4-4-1.5 4-1.5Z',
  inbox: 'M3 11.5 5.5 4.5h9l2.5 7v4H3Zm0 0h4.5l1 2h3l1-2H17',
  label: 'M3.5 3.5h6l7 7-6 6-7-7ZM7 7h.01',
  mail: 'M3 5h14v10H3Zm0 .5 7 5.5 7-5.5',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  note: 'M4 3.5h12v8l-4.5 5H4Zm12 8h-4.5v5',
  plus: 'M10 4.5v11M4.5 10h11',
  queue: 'M4 5h12M4 10h12M4 15h7',
  report: 'M4 16V9m4 7V4m4 12v-5m4 5V7',
  search: 'm13.5 13.5 3.5 3.5M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0Z',
  send: 'm3.5 10 13-6-4.5 13-2.5-5.5Zm6 1.5L16.5 4',
  settings:
    'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm0-9.5v2m0 10v2M3 10h2m10 0h2M5 5l1.5 1.5m7 7L15 15M5 15l1.5-1.5m7-7L15 5',
  undo: 'M7 4 3.5 7.5 7 11m-3.5-3.5h8a4.5 4.5 0 0 1 0 9H8',
  user: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 6.5c.6-3 3-4.5 6-4.5s5.400 1.5 6 4.5',
  warning: 'M10 3.5 17.5 16.5h-15ZM10 8.5v3.5m0 2v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Beside a text, or in a control that has a name: screen readers skip it. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
