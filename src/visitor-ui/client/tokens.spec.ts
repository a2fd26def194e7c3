import { Tokens } from './tokens';

let stored: Map<string, string>;
let storedByLoader: (string | null)[];
let blocked: boolean;

/** As in a document that has just loaded. */
function tokens(): Tokens {
  const place = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const placeOrNone = (): typeof place => {
    if (blocked) throw new Error('SecurityError');
    return place;
  };
  return new Tokens('key', placeOrNone, (token) => storedByLoader.push(token));
}

beforeEach(() => {
  [stored, storedByLoader, blocked] = [new Map(), [], false];
});

it('stores the token of an anonymous visitor for the next page', () => {
  tokens().set('cv_1', false);
  expect([tokens().get(), storedByLoader]).toEqual(['cv_1', []]);
});

it('stores nothing of a verified visitor, and removes what was stored before', () => {
  const there = tokens();
  there.set('cv_1', false);
  there.set('cv_ann', true);
  expect(there.get()).toBe('cv_ann');
  expect([tokens().get(), stored.size, storedByLoader]).toEqual([null, 0, [null]]);
});

it('asks the loader to store it if the frame’s storage throws, but not for a verified visitor', () => {
  blocked = true;
  const there = tokens();
  there.set('cv_1', false);
  there.set('cv_ann', true);
  expect([there.get(), storedByLoader]).toEqual(['cv_ann', ['cv_1', null]]);
});

it('does not replace a newer token with the one of the loader', () => {
  const there = tokens();
  there.restore('cv_0');
  expect(there.get()).toBe('cv_0');
  there.set('cv_1', false);
  there.restore('cv_0');
  expect(there.get()).toBe('cv_1');
});
