import type { Model, State } from './model';
import type { Words } from './types';

/** Properties of each part of the page. */
export interface Shared {
  model: Model;
  state: State;
  words: Words;
  locale: string;
}
