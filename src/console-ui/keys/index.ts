export { keyMap, useAction, useActions, useAllActions } from './actions';
export { KEYS } from './catalogue';
export { ariaKeys, shownKeys } from './chords';
export { type Action } from './key-map';
export { listenToKeys } from './listen';
