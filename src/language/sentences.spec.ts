import { sentences } from './sentences';

const cut = (text: string) => sentences(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it('ends at full stops, not at abbreviations and initials', () => {
    expect(cut('Dr. Smith met J. Doe at St. Mary, e.g. in May. They left.')).toEqual([
      'Dr. Smith met J. Doe at St. Mary, e.g. in May.',
      'They left.',
    ]);
    expect(cut('Das gilt z.B. für Abos. Sonst nicht.')).toHaveLength(2);
    expect(cut('In Raten, z. B. Monat für Monat. Sonst nicht.')).toHaveLength(2);
    expect(cut('Une ville, p. ex. Paris. Fin.')).toHaveLength(2);
  });

  it('reads on over a line break inside a paragraph', () => {
    expect(cut('Open the\nsettings page.\n\nSave it.')).toEqual(['Open the\nsettings page.', 'Save it.']);
    expect(cut('One\r\ntwo.')).toEqual(['One\r\ntwo.']);
  });

  it('takes list items one by one and without their markers', () => {
    expect(cut('Do this:\n- Open it\n- Close it\n1. First\n2. Second')).toEqual([
      'Do this:',
      'Open it',
      'Close it',
      'First',
      'Second',
    ]);
  });

  it('keeps a block of code whole', () => {
    expect(cut('Run this.\n```sh\nnpm i. Now\n\nnpm start\n```\nDone.')).toEqual([
      'Run this.',
      '```sh\nnpm i. Now\n\nnpm start\n```',
      'Done.',
    ]);
  });

  it('does not lose or invent a character', () => {
    const text = 'A 🎈 flew. “Where?” she asked! 3.5 km… away';
    expect(cut(text).join(' ')).toBe(text);
  });
});
