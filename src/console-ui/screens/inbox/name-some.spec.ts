import { wordsFor } from '../../words/dictionary';
import { nameSome } from './name-some';

test.each([
  ['en', ['ann'], 'ann'],
  ['en', ['ann', 'bo', 'cy'], 'ann, bo, and cy'],
  ['en', ['ann', 'bo', 'cy', 'di', 'ed'], 'ann, bo, cy, and 2 more'],
  ['de', ['ann', 'bo', 'cy', 'di'], 'ann, bo, cy und 1 weitere'],
] as const)('names in %s: %s', async (language, names, shown) => {
  expect(nameSome(names, await wordsFor([language]))).toBe(shown);
});
