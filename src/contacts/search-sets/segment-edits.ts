import { FIELD_SEPARATOR } from '../search-text';
import { SlotList } from './slot-list';
import { type IndexedContact, labelsOf } from './terms';

const SEPARATOR = FIELD_SEPARATOR.codePointAt(0)!;

/** The changes to the set of one term: slots to add and slots to remove. */
export class SetEdit {
  readonly add = new SlotList();
  readonly remove = new SlotList();
  /** The last slot that has the term. */
  private latest = -1;

  /** Removes the slot: the contact had the term. */
  had(slot: number): void {
    if (!this.remove.endsWith(slot)) this.remove.push(slot);
  }

  /**
   * Adds the slot: the contact has the term. Call it after {@link had}, once for each occurrence of the term in the
   * contact.
   */
  has(slot: number): void {
    if (this.latest === slot) return;
    this.latest = slot;
    if (this.remove.endsWith(slot)) this.remove.pop();
    else this.add.push(slot);
  }
}

/** The sequences that begin with the same characters, by their next character. */
class Sequence extends SetEdit {
  readonly next = new Map<number, Sequence>();
}

/** Memory of an empty set, in slots. */
const SET_WEIGHT = 50;
/** A character ends a sequence of one, of two, and of three. */
const SLOTS_A_CHARACTER = 3;

/**
 * The changes that contacts make to the sets of their segment. Text is stored in a tree of its characters: each
 * sequence is one step from the previous one, and terms are built only after all contacts were added.
 */
export class SegmentEdits {
  /** Approximate memory use, in slots. Contacts can contain a million different characters. */
  weight = 0;
  private readonly labels = new Map<string, SetEdit>();
  private readonly root = new Sequence();

  /** A contact before and after its change. Null: it did not exist, or no longer exists. Pass each contact once. */
  take(slot: number, before: IndexedContact | null, after: IndexedContact | null): void {
    if (before) this.each(before, (edit) => edit.had(slot));
    if (after) this.each(after, (edit) => edit.has(slot));
    this.weight += SLOTS_A_CHARACTER * ((before?.searchText.length ?? 0) + (after?.searchText.length ?? 0));
  }

  /** The changed sets by term. Slots ascend if contacts were passed in their order. */
  *byTerm(): Generator<[term: string, edit: SetEdit]> {
    for (const [label, edit] of this.labels) if (changes(edit)) yield [label, edit];
    yield* textTerms('', this.root);
  }

  private each({ searchText, agentIds }: IndexedContact, visit: (edit: SetEdit) => void): void {
    for (const label of labelsOf(agentIds)) visit(this.label(label));
    // The sequences of one and of two characters that end with the previous character.
    let one: Sequence | null = null;
    let two: Sequence | null = null;
    for (let at = 0; at < searchText.length;) {
      const character = searchText.codePointAt(at)!;
      at += character > 0xffff ? 2 : 1;
      if (character === SEPARATOR) {
        one = two = null;
        continue;
      }
      if (two) visit(this.step(two, character));
      two = one && this.step(one, character);
      if (two) visit(two);
      one = this.step(this.root, character);
      visit(one);
    }
  }

  private step(from: Sequence, character: number): Sequence {
    let next = from.next.get(character);
    if (!next) {
      from.next.set(character, (next = new Sequence()));
      this.weight += SET_WEIGHT;
    }
    return next;
  }

  private label(label: string): SetEdit {
    let edit = this.labels.get(label);
    if (!edit) this.labels.set(label, (edit = new SetEdit()));
    return edit;
  }
}

function* textTerms(prefix: string, sequence: Sequence): Generator<[string, SetEdit]> {
  for (const [character, next] of sequence.next) {
    const term = prefix + String.fromCodePoint(character);
    if (changes(next)) yield [term, next];
    yield* textTerms(term, next);
  }
}

function changes({ add, remove }: SetEdit): boolean {
  return add.length > 0 || remove.length > 0;
}
