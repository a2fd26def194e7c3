import { requestIfAny } from '../request/request-context';

/** Background work that follows a request, by the field names in its log lines. */
export type Consequence = 'reply' | 'mail';

/**
 * Adds an id to the log line of the running request, so that an operator can find the log lines of the work that followed. Does
 * nothing in background work.
 */
export function noteConsequence(kind: Consequence, id: string): void {
  requestIfAny()?.consequences[kind].add(id);
}
