import { withoutSent } from './sent';

describe('a draft after its text was sent', () => {
  test.each([
    ['nothing, if nothing was written meanwhile', 'Hello.', 'Hello.', ''],
    ['what was written below', 'Hello.\n\nAnd one more thing', 'Hello.', 'And one more thing'],
    ['what was written above', 'PS\n\nHello.', 'Hello.', 'PS'],
    ['all of a text that was changed within', 'Hello, Ann.', 'Hello.', 'Hello, Ann.'],
    ['a text beside files that were sent alone', 'For later', '', 'For later'],
  ])('has %s', (_case, draft, sent, left) => {
    expect(withoutSent(draft, sent)).toBe(left);
  });
});
