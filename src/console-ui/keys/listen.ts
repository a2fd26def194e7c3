import { hasModifier, chordOf, isCharacter } from './chords';
import type { KeyMap, Place } from './key-map';

const OVERLAYS = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]';
const NO_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/**
 * Runs the actions of pressed keys. Characters and keys with Ctrl, Cmd or Alt go to the map first; Enter, Escape and arrows only if the
 * control with the focus has no use for them. Nothing happens while an input method composes text.
 *
 * @returns how to stop
 */
export function listenToKeys(map: KeyMap, target: Window = window): () => void {
  const press = (event: KeyboardEvent): void => {
    const action = map.find(event, placeOf(event.target), event.timeStamp);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action !== 'begun') action.run();
  };
  // Safari ends a composition by a key of code 229, when it composes no more.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else has that code
  const isOurs = (event: KeyboardEvent): boolean => !event.isComposing && event.keyCode !== 229 && !event.repeat;
  const first = (event: KeyboardEvent): void => {
    if (isOurs(event) && isForMapFirst(event)) press(event);
  };
  const last = (event: KeyboardEvent): void => {
    if (isOurs(event) && !event.defaultPrevented && !isForMapFirst(event)) press(event);
  };
  target.addEventListener('keydown', first, { capture: true });
  target.addEventListener('keydown', last);
  return () => {
    target.removeEventListener('keydown', first, { capture: true });
    target.removeEventListener('keydown', last);
  };
}

function isForMapFirst(event: KeyboardEvent): boolean {
  const chord = chordOf(event);
  return chord !== null && (isCharacter(chord) || hasModifier(chord));
}

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return { isText: false, isOverlay: false };
  const isInput = target instanceof HTMLInputElement && !NO_TEXT.has(target.type);
  const isEditable = target instanceof HTMLElement && target.isContentEditable;
  return {
    isText:
      isInput || isEditable || target.matches('textarea, select, [role=textbox], [role=combobox], [role=searchbox]'),
    isOverlay: target.closest(OVERLAYS) !== null,
  };
}
