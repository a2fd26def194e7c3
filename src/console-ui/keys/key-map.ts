import { chordOf, chordsOf, hasModifier, isCharacter, type KeyPress } from './chords';

/** Something that a reader does by a key, or from the list of all actions. */
export interface Action {
  /** Stable and unique, such as `inbox.reply`. */
  id: string;
  /** In the reader's language, a verb first. */
  name: string;
  /** `r`, `Shift+U`, `Mod+Enter`, `g i`. Without: the list of actions only. */
  keys?: string;
  run: () => void;
  /** Whether it makes sense now. It is not offered while this is false. */
  when?: () => boolean;
  /** Fires inside text fields too. Keys with Ctrl, Cmd or Alt do so anyway. */
  inTextFields?: boolean;
  /** Fires while a menu or a dialog is open too, which otherwise have all keys to themselves. */
  overDialogs?: boolean;
}

/** Between the keys of a sequence, in milliseconds. */
const SEQUENCE_MS = 1_500;

/** Where a key was pressed. */
export interface Place {
  /** In a field where characters are text. */
  isText: boolean;
  /** In a menu, list box or dialog. */
  isOverlay: boolean;
}

/** The actions of what is open. The newest one wins where two have the same keys. */
export class KeyMap {
  /** Off: characters alone do nothing. Keys with Ctrl, Cmd or Alt, Enter, Escape and arrows stay. */
  singleKeys = true;
  private readonly groups = new Map<object, readonly Action[]>();
  private readonly listeners = new Set<() => void>();
  private known: readonly Action[] = [];
  private begun: { chord: string; at: number } | null = null;

  /** @returns how to take them away again */
  register(actions: readonly Action[]): () => void {
    const group = {};
    this.groups.set(group, actions);
    this.changed();
    return () => {
      this.groups.delete(group);
      this.changed();
    };
  }

  /** All registered actions, in the order of their registration. The same array until they change. */
  readonly all = (): readonly Action[] => this.known;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /**
   * The action of these keys, or `begun` in the middle of a sequence. It does not run the action.
   *
   * @param at time of the press in milliseconds
   */
  find(press: KeyPress, { isText, isOverlay }: Place, at: number): Action | 'begun' | null {
    const chord = chordOf(press);
    if (chord === null) return null;
    const before = this.begun && at - this.begun.at <= SEQUENCE_MS ? this.begun.chord : null;
    this.begun = null;
    if (isCharacter(chord) && !this.singleKeys) return null;
    const open = this.open().filter(
      ({ inTextFields, overDialogs }) => (overDialogs || !isOverlay) && (inTextFields || !isText || hasModifier(chord)),
    );
    const action = (before && find(open, [before, chord])) || find(open, [chord]);
    if (action) return action;
    if (!open.some(({ keys }) => keys !== undefined && chordsOf(keys).length > 1 && chordsOf(keys)[0] === chord))
      return null;
    this.begun = { chord, at };
    return 'begun';
  }

  private open(): Action[] {
    return this.known.filter(({ when }) => !when || when());
  }

  private changed(): void {
    this.known = [...this.groups.values()].flat();
    for (const listener of this.listeners) listener();
  }
}

function find(actions: readonly Action[], chords: readonly string[]): Action | undefined {
  return actions.findLast(({ keys }) => keys !== undefined && chordsOf(keys).join(' ') === chords.join(' '));
}

/** Keys of two actions, or of an action and the beginning of a sequence. */
export function doublesOf(keys: Readonly<Record<string, string>>): string[] {
  const all = Object.entries(keys).map(([id, value]) => ({ id, chords: chordsOf(value).join(' ') }));
  return all.flatMap(({ id, chords }, index) =>
    all
      .filter(
        (other, at) =>
          at !== index && (other.chords.startsWith(`${chords} `) || (at > index && other.chords === chords)),
      )
      .map((other) => `${id} and ${other.id}: ${chords}`),
  );
}
