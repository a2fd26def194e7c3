import { useRef } from 'react';
import { newIdempotencyKey } from '../../api/client';

type Once = <Answer>(body: unknown, send: (idempotencyKey: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Sends what creates something so that a repeated press after a cut creates it once: equal bodies have one key until one of them is
 * answered, whatever was sent in between. From then on, an equal body is another request.
 */
export function useOnce(): Once {
  const keys = useRef(new Map<string, string>());
  return async (body, send) => {
    const written = JSON.stringify(body ?? null);
    const key = keys.current.get(written) ?? newIdempotencyKey();
    keys.current.set(written, key);
    const answer = await send(key);
    keys.current.clear();
    return answer;
  };
}
