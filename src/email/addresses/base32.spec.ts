import { base32, fromBase32 } from './base32';

it.each([
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foob', 'mzxw6yq'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
])('%j is %j, as RFC 4648 §10 has it', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
  expect(fromBase32(encoded)?.toString()).toBe(text);
});

it('has no 0, 1, 8 or 9, and no capitals', () => {
  for (const letter of ['0', '1', '8', '9', 'A', '-']) expect(fromBase32(`my${letter}`)).toBeNull();
});
