import { knownReading } from './known-readings';
import { read, type StoredPassage } from './reading';

const passage: StoredPassage = {
  text: 'Reset the password. Then sign in.',
  lexemes: 'reset - password then sign -',
  heading: 'Accounts > Passwords',
  headingLexemes: 'account password',
  titleLexemes: 'handbook',
  structure: { notation: 'plain', blocks: [{ kind: 'paragraph', start: 0, end: 33 }] },
};

it('is the reading of the passage, made once for the same content', () => {
  const reading = knownReading(passage);
  expect(reading).toEqual(read(passage));
  expect(knownReading(structuredClone(passage))).toBe(reading);
});

it.each<[string, Partial<StoredPassage>]>([
  ['text', { text: 'Reset the passwords. Then sign in' }],
  ['lexemes', { lexemes: 'reset - password then sign in' }],
  ['heading', { heading: 'Accounts > Secrets' }],
  ['lexemes of its headings', { headingLexemes: 'account secret' }],
  ['lexemes of its title', { titleLexemes: 'guide' }],
  ['structure', { structure: { notation: 'plain', blocks: [{ kind: 'code', start: 0, end: 33 }] } }],
])('is another one for another %s', (_what, change) => {
  const changed = { ...passage, ...change };
  expect(knownReading(changed)).not.toBe(knownReading(passage));
  expect(knownReading(changed)).toEqual(read(changed));
});
