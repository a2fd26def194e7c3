import type { RankedPassage } from '../retrieval/passage.types';
import type { ChatSuggestionDto } from './chat-turn.dto';

const MOST_SUGGESTIONS = 3;
/** What has less evidence has next to nothing to do with the question. */
const SMALLEST_EVIDENCE = 0.04;

/** The sections that a customer without an answer may have meant, best first. */
export function suggestionsOf(passages: readonly RankedPassage[]): ChatSuggestionDto[] {
  const found = new Map<string, ChatSuggestionDto>();
  for (const passage of passages) {
    if (passage.evidence < SMALLEST_EVIDENCE) continue;
    const { sourceId, heading, title, url } = passage;
    const suggestion = { title: heading || title, url, sourceId };
    const place = suggestion.url ?? `${sourceId} ${suggestion.title}`;
    if (!found.has(place)) found.set(place, suggestion);
    if (found.size === MOST_SUGGESTIONS) break;
  }
  return [...found.values()];
}
