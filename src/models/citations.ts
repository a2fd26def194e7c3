import type { RankedPassage } from '../retrieval/passage.types';
import type { ModelCitation } from './answer-model.port';
import type { CitationDto } from './citation.dto';

/** The citations of a model as fields of the API. */
export function citationsOf(cited: readonly ModelCitation[], passages: readonly RankedPassage[]): CitationDto[] {
  return cited.flatMap(({ passageIndex, start, end, quote }, position) => {
    const passage = passages[passageIndex];
    if (!passage) return [];
    const { sourceId, title, url, score } = passage;
    const heading = passage.heading || null;
    return [{ index: position + 1, sourceId, title, heading, url, quote, start, end, score }];
  });
}
