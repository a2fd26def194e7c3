import { Tokens } from './tokens';

let kept: Map<string, string>;
let keptByLoader: (string | null)[];
let blocked: boolean;

/** As a document that has just come has them. */
function tokens(): Tokens {
  const place = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const placeOrNone = (): typeof place => {
    if (blocked) throw new Error('SecurityError');
    return place;
  };
  return new Tokens('key', placeOrNone, (token) => keptByLoader.push(token));
}

beforeEach(() => {
  [kept, keptByLoader, blocked] = [new Map(), [], false];
});

it('keeps the token of somebody whom nobody knows for the next page', () => {
  tokens().set('cv_1', false);
  expect([tokens().get(), keptByLoader]).toEqual(['cv_1', []]);
});

it('keeps nothing of somebody who is known, and takes away what was kept of them before', () => {
  const there = tokens();
  there.set('cv_1', false);
  there.set('cv_ann', true);
  expect(there.get()).toBe('cv_ann');
  expect([tokens().get(), kept.size, keptByLoader]).toEqual([null, 0, [null]]);
});

it('asks the loader to keep it where the frame’s storage throws, but not of somebody who is known', () => {
  blocked = true;
  const there = tokens();
  there.set('cv_1', false);
  there.set('cv_ann', true);
  expect([there.get(), keptByLoader]).toEqual(['cv_ann', ['cv_1', null]]);
});

it('does not put what the loader has kept in the place of something newer', () => {
  const there = tokens();
  there.restore('cv_0');
  expect(there.get()).toBe('cv_0');
  there.set('cv_1', false);
  there.restore('cv_0');
  expect(there.get()).toBe('cv_1');
});
