import type { VisitorSessionContents } from './visitor-session-tokens';

const DAY_MS = 86_400_000;
/** From its last use. */
const IDLE_MS = 30 * DAY_MS;
const LONGEST_MS = 180 * DAY_MS;

/**
 * When a session ends by itself: 30 days after its last use, at most 180 days after it began, and with what says who the visitor is.
 * `lastUsedAt` null: it is not stored, so nothing was said in it.
 */
export function expiryOf(
  { createdAt, verifiedUntil }: Pick<VisitorSessionContents, 'createdAt' | 'verifiedUntil'>,
  lastUsedAt: Date | null,
): Date {
  const began = createdAt.getTime();
  const idle = (lastUsedAt?.getTime() ?? began) + IDLE_MS;
  return new Date(Math.min(idle, began + LONGEST_MS, verifiedUntil?.getTime() ?? Infinity));
}
