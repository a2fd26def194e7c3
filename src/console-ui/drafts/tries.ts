import { newIdempotencyKey } from '../api/client';
import type { Mode } from './drafts';

/** A request under its idempotency key, which another press repeats as it is. */
export interface Try<Body> {
  readonly key: string;
  readonly body: Body;
}

interface Kept extends Try<unknown> {
  readonly at: number;
}

/** How long an equal draft is taken for the same message, in ms. */
export const TRY_HOLDS = 600_000;

/**
 * Messages that were sent without an answer: each may have been stored. What a member sends once more is the same request with the
 * same key, whatever they tried in between, so that it is never stored twice.
 */
export class Tries {
  private readonly kept = new Map<string, Map<string, Kept>>();

  /** The open try of this draft, else a new one with the body that `make` makes. `draft` has all by which messages differ. */
  begin<Body>(
    conversationId: string,
    mode: Mode,
    draft: unknown,
    make: () => Body,
    now: number = Date.now(),
  ): Try<Body> {
    const tries = this.of(conversationId, mode);
    const written = JSON.stringify(draft);
    const known = tries.get(written);
    if (known && now - known.at < TRY_HOLDS) return known as Kept & Try<Body>;
    const begun = { key: newIdempotencyKey(), body: make(), at: now };
    tries.set(written, begun);
    return begun;
  }

  /** It was refused, and is known not to be stored. */
  end(conversationId: string, mode: Mode, { key }: Try<unknown>): void {
    const tries = this.of(conversationId, mode);
    for (const [draft, one] of tries) if (one.key === key) tries.delete(draft);
  }

  /** The draft was sent or emptied, or a message was taken back into it: from now on an equal one is another message. */
  forget(conversationId: string, mode: Mode): void {
    this.kept.delete(placeOf(conversationId, mode));
  }

  private of(conversationId: string, mode: Mode): Map<string, Kept> {
    const place = placeOf(conversationId, mode);
    const tries = this.kept.get(place) ?? new Map<string, Kept>();
    this.kept.set(place, tries);
    return tries;
  }
}

function placeOf(conversationId: string, mode: Mode): string {
  return `${conversationId} ${mode}`;
}
