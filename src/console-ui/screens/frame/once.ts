import { useRef } from 'react';
import { newIdempotencyKey } from '../../api/client';

/** An idempotency key for a body: the same while the body is, so that a repeated press after a cut creates nothing twice. */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const written = JSON.stringify(body);
    if (last.current.body !== written || last.current.key === '')
      last.current = { body: written, key: newIdempotencyKey() };
    return last.current.key;
  };
}
