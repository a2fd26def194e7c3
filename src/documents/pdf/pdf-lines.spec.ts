import { linesOf } from './pdf-lines';
import { type PdfRun, textOf } from './pdf.types';

const SIZE = 10;

/** Runs beside each other, with the place where each begins and what is different about it. */
function line(...runs: [number, string, Partial<PdfRun>?][]): string[] {
  const drawn = runs.map(([x, text, more]) => ({
    text,
    x,
    right: x + text.length * 5,
    y: 100,
    size: SIZE,
    isCode: false,
    ...more,
  }));
  return linesOf(drawn).map(textOf);
}

it.each<[string, [number, string, Partial<PdfRun>?][], string]>([
  [
    'the number of a footnote',
    [
      [0, 'Up to 10 kg'],
      [55, '1', { y: 96, size: 6 }],
      [62, 'per bag'],
    ],
    'Up to 10 kg¹ per bag',
  ],
  [
    'a power',
    [
      [0, 'Rooms of 20 m'],
      [65, '2', { y: 96, size: 6 }],
    ],
    'Rooms of 20 m²',
  ],
  [
    'words that are smaller only',
    [
      [0, 'Up to 10 kg'],
      [58, '1', { size: 6 }],
    ],
    'Up to 10 kg 1',
  ],
  [
    'a line from right to left',
    [
      [0, 'ימים'],
      [25, '30'],
      [40, 'ניתן להחזיר'],
    ],
    'ניתן להחזיר 30 ימים',
  ],
  [
    'a word from right to left within others',
    [
      [0, 'Say'],
      [20, 'שלום'],
      [42, 'now'],
    ],
    'Say שלום now',
  ],
  [
    'Arabic as it is drawn',
    [
      [0, 'ﺎﻣﻮﻳ'],
      [25, '30'],
      [40, 'لﻼﺧ'],
    ],
    'خلال 30 يوما',
  ],
])('%s', (_what, runs, text) => {
  expect(line(...runs)).toEqual([text]);
});
