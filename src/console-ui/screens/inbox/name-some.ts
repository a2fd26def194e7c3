import type { Words } from '../../words/words';

const MOST_NAMED = 3;

/** "ann@a.example, bo@b.example, cy@c.example, and 2 more": at most three are named. */
export function nameSome(names: readonly string[], { text, locale }: Pick<Words, 'text' | 'locale'>): string {
  const rest = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED);
  if (rest > 0) shown.push(text('inbox.recipients.rest', { count: rest }));
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(shown);
}
