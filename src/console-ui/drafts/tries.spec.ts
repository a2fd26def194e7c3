import { Tries, TRY_HOLDS } from './tries';

describe('tries', () => {
  const begin = (tries: Tries, draft: string, body = draft, now = 0) =>
    tries.begin('c1', 'reply', draft, () => body, now);

  it('are repeated as they were, whatever was tried in between, until they are answered', () => {
    const tries = new Tries();
    const first = begin(tries, 'X', 'X, and close');
    const other = begin(tries, 'Y');
    expect(other.key).not.toBe(first.key);
    expect(begin(tries, 'X')).toEqual(first);
    tries.end('c1', 'reply', first);
    const again = begin(tries, 'X');
    expect([again.key === first.key, again.body]).toEqual([false, 'X']);
    expect(begin(tries, 'Y')).toEqual(other);
  });

  it('are those of one draft in one conversation', () => {
    const tries = new Tries();
    const { key } = begin(tries, 'X');
    expect(tries.begin('c1', 'note', 'X', () => 'X', 0).key).not.toBe(key);
    expect(tries.begin('c2', 'reply', 'X', () => 'X', 0).key).not.toBe(key);
    tries.forget('c2', 'reply');
    tries.forget('c1', 'note');
    expect(begin(tries, 'X').key).toBe(key);
  });

  it('are forgotten with the draft, and after ten minutes', () => {
    const tries = new Tries();
    const { key } = begin(tries, 'X');
    expect(begin(tries, 'X', 'X', TRY_HOLDS - 1).key).toBe(key);
    expect(begin(tries, 'X', 'X', TRY_HOLDS).key).not.toBe(key);
    const later = begin(tries, 'X', 'X', TRY_HOLDS);
    tries.forget('c1', 'reply');
    expect(begin(tries, 'X', 'X', TRY_HOLDS).key).not.toBe(later.key);
  });
});
