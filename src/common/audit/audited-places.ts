import { isUuid } from '../database/uuid';
import { JsonText } from '../request/json-text';
import type { RequestContext } from '../request/request-context';
import { actorOf } from './audit-origin';
import { valueAt } from './audited-changes';

/**
 * Finds the ids at the places that a declaration names. Null for all but UUIDs: of a refused request, the path can hold any text. `answer`
 * is that of the handler, null if there is none.
 */
export function idsAt(request: RequestContext, answer: unknown): (place: string) => string | null {
  let read: unknown;
  const response = (): unknown =>
    (read ??= answer instanceof JsonText ? (JSON.parse(answer.text) as unknown) : (answer ?? {}));
  const sources: Readonly<Record<string, () => unknown>> = {
    path: () => request.response.req.params,
    body: () => request.body,
    caller: () => actorOf(request),
    response,
  };
  return (place) => {
    const [source = '', ...names] = place.split('.');
    const id = valueAt(sources[source]?.(), names.join('.'));
    return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
  };
}
