import { KEYS } from './catalogue';
import { ariaKeys, chordOf, chordsOf, type KeyPress, shownKeys } from './chords';
import { type Action, doublesOf, KeyMap } from './key-map';

const OUTSIDE = { isText: false, isOverlay: false };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const action = (keys: string, more: Partial<Action> = {}): Action => ({
  id: `test.${keys}`,
  name: keys,
  keys,
  run: () => undefined,
  ...more,
});
const mapOf = (...actions: Action[]): KeyMap => {
  const map = new KeyMap();
  map.register(actions);
  return map;
};

describe('keys of the console', () => {
  test('no two actions have the same keys, and none is the beginning of a sequence', () => {
    expect(doublesOf(KEYS)).toEqual([]);
    expect(doublesOf({ one: 'g', two: 'g i', three: 'Shift+Mod+K', four: 'Mod+Shift+k' })).toEqual([
      'one and two: G',
      'three and four: Mod+Shift+K',
    ]);
  });

  test('a letter with Shift is another key; a sign is itself on every keyboard', () => {
    const map = mapOf(action('u'), action('Shift+U'), action('?'), action('/'));
    expect(map.find(press('u'), OUTSIDE, 0)).toMatchObject({ name: 'u' });
    expect(map.find(press('U', { shiftKey: true }), OUTSIDE, 0)).toMatchObject({ name: 'Shift+U' });
    expect(map.find(press('?', { shiftKey: true }), OUTSIDE, 0)).toMatchObject({ name: '?' });
    expect(map.find(press('/', { shiftKey: true }), OUTSIDE, 0)).toMatchObject({ name: '/' });
  });

  test('Mod is Ctrl, and Cmd on Apple’s keyboards; the other one is the browser’s', () => {
    expect(chordOf(press('k', { ctrlKey: true }), false)).toBe('Mod+K');
    expect(chordOf(press('k', { metaKey: true }), true)).toBe('Mod+K');
    expect(chordOf(press('k', { metaKey: true }), false)).toBeNull();
    expect(chordOf(press('k', { ctrlKey: true }), true)).toBeNull();
    expect(chordsOf('Shift+Mod+Enter')).toEqual([chordOf(press('Enter', { ctrlKey: true, shiftKey: true }), false)]);
  });

  test('characters are text in a text field, and belong to an open menu or dialog', () => {
    const map = mapOf(action('r'), action('Mod+Enter'), action('Escape'), action('/', { inTextFields: true }));
    const text = { isText: true, isOverlay: false };
    expect(map.find(press('r'), text, 0)).toBeNull();
    expect(map.find(press('Escape'), text, 0)).toBeNull();
    expect(map.find(press('/'), text, 0)).toMatchObject({ name: '/' });
    expect(map.find(press('Enter', { ctrlKey: true }), text, 0)).toMatchObject({ name: 'Mod+Enter' });
    const overlay = { isText: false, isOverlay: true };
    expect(map.find(press('r'), overlay, 0)).toBeNull();
    expect(map.find(press('Enter', { ctrlKey: true }), overlay, 0)).toBeNull();
    const palette = mapOf(action('Mod+k', { overDialogs: true }));
    expect(palette.find(press('k', { ctrlKey: true }), overlay, 0)).toMatchObject({ name: 'Mod+k' });
  });

  test('switched off, single keys do nothing and the others stay', () => {
    const map = mapOf(action('r'), action('g i'), action('Mod+k'), action('Escape'));
    map.singleKeys = false;
    expect(map.find(press('r'), OUTSIDE, 0)).toBeNull();
    expect(map.find(press('g'), OUTSIDE, 0)).toBeNull();
    expect(map.find(press('k', { ctrlKey: true }), OUTSIDE, 0)).toMatchObject({ name: 'Mod+k' });
    expect(map.find(press('Escape'), OUTSIDE, 0)).toMatchObject({ name: 'Escape' });
  });

  test('a sequence is over after one and a half seconds, and after a key that does not continue it', () => {
    const map = mapOf(action('g i'), action('r'));
    expect(map.find(press('i'), OUTSIDE, 0)).toBeNull();
    expect(map.find(press('g'), OUTSIDE, 100)).toBe('begun');
    expect(map.find(press('i'), OUTSIDE, 1_600)).toMatchObject({ name: 'g i' });
    expect(map.find(press('g'), OUTSIDE, 2_000)).toBe('begun');
    expect(map.find(press('i'), OUTSIDE, 3_501)).toBeNull();
    expect(map.find(press('g'), OUTSIDE, 4_000)).toBe('begun');
    expect(map.find(press('r'), OUTSIDE, 4_100)).toMatchObject({ name: 'r' });
    expect(map.find(press('i'), OUTSIDE, 4_200)).toBeNull();
  });

  test('the newest action wins while it makes sense; taken away, the one before is back', () => {
    const map = mapOf(action('e', { name: 'older' }));
    let makesSense = true;
    const remove = map.register([action('e', { name: 'newer', when: () => makesSense })]);
    expect(map.find(press('e'), OUTSIDE, 0)).toMatchObject({ name: 'newer' });
    makesSense = false;
    expect(map.find(press('e'), OUTSIDE, 0)).toMatchObject({ name: 'older' });
    makesSense = true;
    remove();
    expect(map.find(press('e'), OUTSIDE, 0)).toMatchObject({ name: 'older' });
    expect(map.all()).toHaveLength(1);
  });

  test('keys are shown as they stand on the keyboard', () => {
    expect(shownKeys('Mod+Enter', false)).toBe('Ctrl+Enter');
    expect(shownKeys('Mod+k', true)).toBe('⌘k');
    expect(shownKeys('g i', false)).toBe('g i');
    expect(ariaKeys('Mod+k', false)).toBe('Control+k');
    expect(ariaKeys('g i')).toBeUndefined();
  });
});
