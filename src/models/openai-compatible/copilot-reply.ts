import { linksIn } from '../../common/text/links';
import { languageTag } from '../../common/validation/field-formats';
import { type ClaimedText, claimsIn, objectOf, storable, UnreadableReply } from './reply';

const LONGEST_COURTESY = 200;

export interface SentencesReply {
  /** Empty without one, or if it contains more than a greeting. */
  greeting: string;
  claims: ClaimedText[];
  closing: string;
  /** BCP 47. Null if the model does not return it. */
  language: string | null;
}

/** Sentences with their quotes. Empty if the passages contain no answer. @throws UnreadableReply */
export function sentencesOf(content: string): SentencesReply {
  const reply = objectOf(content);
  const { greeting, closing } = reply;
  return {
    greeting: courtesyOf(greeting),
    claims: claimsIn(reply),
    closing: courtesyOf(closing),
    language: languageOf(reply),
  };
}

/** Like {@link sentencesOf}, for a text that cannot be empty. @throws UnreadableReply */
export function draftOf(content: string): SentencesReply {
  const draft = sentencesOf(content);
  if (draft.claims.length === 0) throw new UnreadableReply();
  return draft;
}

/** The text of a reply, at most `longest` characters. @throws UnreadableReply, also if it is blank */
export function proseOf(content: string, longest: number): { text: string; language: string | null } {
  const reply = objectOf(content);
  const { text } = reply;
  if (typeof text !== 'string' || text.trim() === '' || text.length > longest) throw new UnreadableReply();
  return { text: storable(text).trim(), language: languageOf(reply) };
}

/** Whether an unsupported sentence is harmless in a draft. A person reads the draft, but would trust figures and links. */
export function isHarmless(sentence: string): boolean {
  return !/\p{N}/u.test(sentence) && linksIn(sentence).length === 0;
}

function courtesyOf(line: unknown): string {
  if (typeof line !== 'string' || line.length > LONGEST_COURTESY) return '';
  return isHarmless(line) ? storable(line).replace(/\s+/g, ' ').trim() : '';
}

function languageOf({ language }: Record<string, unknown>): string | null {
  return typeof language === 'string' ? languageTag(language) : null;
}
