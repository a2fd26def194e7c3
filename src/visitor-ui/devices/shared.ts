import type { Model, State } from './model';
import type { Words } from './types';

/** What every part of the page is given. */
export interface Shared {
  model: Model;
  state: State;
  words: Words;
  locale: string;
}
