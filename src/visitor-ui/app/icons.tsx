import type { JSX } from 'preact';

const PATHS = {
  send: 'M12 19V5.5m-6 6 6-6 6 6',
  menu: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'm6 6 12 12M18 6 6 18',
  down: 'M12 5v13.5m6-6-6 6-6-6',
  microphone:
    'M12 15a3.5 3.5 0 0 0 3.5-3.5v-5a3.5 3.5 0 1 0-7 0v5A3.5 3.5 0 0 0 12 15Zm0 0v0m6.5-3.5a6.5 6.5 0 0 1-13 0M12 18v3',
  voice: 'M4 10.5v3m4-7v11m4-14v17m4-13v9m4-6.5v4',
  stop: 'M7.5 7.5h9v9h-9z',
  alert: 'M12 8v5m0 3.2h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  link: 'M9 6h9v9m0-9L6.5 17.5',
  mail: 'M4.5 6.5h15v11h-15zm.5.5 7 6 7-6',
  attach: 'm19 11.5-7.2 7.2a4.6 4.6 0 0 1-6.5-6.5l7.6-7.6a3 3 0 0 1 4.3 4.3l-7.6 7.6a1.5 1.5 0 0 1-2.1-2.1l6.8-6.9',
  save: 'M12 4.5v10.5m-4.5-4.5L12 15l4.5-4.5M5.5 19h13',
  plus: 'M12 5.5v13M5.5 12h13',
  erase: 'M5 7.5h14M10 7V5h4v2m-7 .5.8 11.5h8.4L17 7.5M10.3 11v4.5m3.4-4.5v4.5',
  shield: 'M12 3.8 5.5 6.2v5.3c0 4.2 2.7 7 6.5 8.7 3.8-1.7 6.5-4.5 6.5-8.7V6.2L12 3.8Z',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0 0c4.6-4.5 4.6-12.5 0-17m0 17c-4.6-4.5-4.6-12.5 0-17M3.8 12h16.4',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }): JSX.Element {
  const dots = name === 'menu';
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={dots ? 2.8 : 1.8}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
