import { withoutThoughts } from './thoughts';
import type { ClaimedQuote } from './verified-citations';

/** Bounds on parsing. A reply of four sentences has a tenth of each. */
const LONGEST_TEXT = 8_000;
const MOST_SENTENCES = 40;
const MOST_QUOTES = 80;

/** One or more sentences, and their quotes. */
export interface ClaimedText {
  text: string;
  quotes: ClaimedQuote[];
}

/** The reply is not in the form that the prompt requests. The error contains no text of the reply. */
export class UnreadableReply extends Error {
  constructor() {
    super('The model did not reply with sentences and their quotes');
    this.name = 'UnreadableReply';
  }
}

/** The object of a reply. Some models wrap it in a code fence, or think before it. @throws UnreadableReply */
export function objectOf(text: string): Record<string, unknown> {
  const reply = parsed(withoutThoughts(text).replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  if (typeof reply !== 'object' || reply === null) throw new UnreadableReply();
  return reply as Record<string, unknown>;
}

/** Collects the claims of a model within the bounds. */
export class Claims {
  private count = 0;
  private length = 0;
  private quotes = 0;

  /** @throws UnreadableReply */
  take(claim: unknown): ClaimedText {
    if (!isClaim(claim)) throw new UnreadableReply();
    const { text, quotes } = claim;
    this.count += 1;
    this.length += text.length;
    this.quotes += quotes.length;
    if (this.count > MOST_SENTENCES || this.quotes > MOST_QUOTES || this.length > LONGEST_TEXT) {
      throw new UnreadableReply();
    }
    return { text: storable(text), quotes };
  }
}

/**
 * The claims in the object that the prompt requests. Also accepts a whole answer with all quotes in one list. Empty if the model has no
 * answer.
 *
 * @throws UnreadableReply
 */
export function claimsIn(reply: Record<string, unknown>): ClaimedText[] {
  const claims = new Claims();
  return listOf(reply).map((claim) => claims.take(claim));
}

/** Removes NUL and unpaired surrogates, which PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}

function listOf({ sentences, answer, quotes }: Record<string, unknown>): unknown[] {
  if (Array.isArray(sentences)) return sentences;
  if (answer === null) return [];
  return [{ text: answer, quotes }];
}

function isClaim(claim: unknown): claim is ClaimedText {
  const { text, quotes } = (claim ?? {}) as Partial<Record<keyof ClaimedText, unknown>>;
  return typeof text === 'string' && text.trim() !== '' && Array.isArray(quotes) && quotes.every(isQuote);
}

function isQuote(claim: unknown): claim is ClaimedQuote {
  const { passage, quote } = (claim ?? {}) as Partial<Record<keyof ClaimedQuote, unknown>>;
  return Number.isInteger(passage) && typeof quote === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableReply();
  }
}
