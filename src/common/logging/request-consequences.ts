import { requestIfAny } from '../request/request-context';

/** What is worked on after a request, by the names that the lines of that work have it under. */
export type Consequence = 'reply' | 'mail';

/**
 * Puts an id into the line of the running request, so that it can be followed to what became of it. Background work has no
 * such line.
 */
export function noteConsequence(kind: Consequence, id: string): void {
  requestIfAny()?.consequences[kind].add(id);
}
