/** What `press` needs of a keydown event. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const MODIFIERS = ['Mod', 'Alt', 'Shift'];

export const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * The pressed keys in the notation of actions: `J`, `Shift+U`, `?`, `Mod+Enter`, `Alt+ArrowUp`. `Mod` is Cmd on Apple's keyboards and
 * Ctrl on others. A sign that needs Shift on some keyboards, such as `?`, is itself without it.
 *
 * @returns null for a modifier alone, and for the other of Ctrl and Cmd, which belongs to the browser
 */
export function chordOf(press: KeyPress, apple = isApple()): string | null {
  const { key, altKey, shiftKey } = press;
  const [mod, other] = apple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (other || ['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process', 'Unidentified'].includes(key))
    return null;
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' ';
  const modifiers = [mod && 'Mod', altKey && 'Alt', shiftKey && !isSign && 'Shift'].filter((name) => name !== false);
  return [...modifiers, key.length === 1 ? key.toUpperCase() : key].join('+');
}

/** `g i` → `['G', 'I']`. Modifiers come into one order. */
export function chordsOf(keys: string): string[] {
  return keys.split(' ').map((chord) => {
    const parts = chord === '+' ? ['+'] : chord.split('+');
    const key = parts.at(-1)!;
    const modifiers = MODIFIERS.filter((name) => parts.slice(0, -1).includes(name));
    return [...modifiers, key.length === 1 ? key.toUpperCase() : key].join('+');
  });
}

/** A character without Ctrl, Cmd or Alt: what people type, and what speech input may enter by accident (WCAG 2.1.4). */
export function isCharacter(chord: string): boolean {
  return chord.replace('Shift+', '').length === 1;
}

/** Ctrl, Cmd or Alt is held, so that the keys write nothing. */
export function hasModifier(chord: string): boolean {
  return /^(Mod|Alt)\+/.test(chord);
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** For people: `Ctrl+K`, `⌘K`, `g i`. */
export function shownKeys(keys: string, apple = isApple()): string {
  return keys
    .split(' ')
    .map((chord) =>
      chord
        .split('+')
        .map((part) => (part === 'Mod' ? (apple ? '⌘' : 'Ctrl') : (SHOWN[part] ?? part)))
        .join(apple ? '' : '+'),
    )
    .join(' ');
}

/** For `aria-keyshortcuts`, which knows no sequences: undefined for one. */
export function ariaKeys(keys: string | undefined, apple = isApple()): string | undefined {
  if (keys === undefined || keys.includes(' ')) return undefined;
  return keys.replace('Mod', apple ? 'Meta' : 'Control');
}
