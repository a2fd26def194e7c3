import { Injectable } from '@nestjs/common';
import { sentences } from '../../language/sentences';
import { words } from '../../language/words';
import type { RankedPassage } from '../../retrieval/passage.types';
import { VocabularyService } from '../../retrieval/vocabulary.service';
import type { AnswerInput, ModelCitation } from '../answer-model.port';
import { KnownLexemes } from './known-lexemes';
import type { NameEvidence } from './names';
import { Lexicon, Reading } from './reading';
import { contributes, isSubstantial, isSupported } from './support';

/** A statement of a model, and the quotes for it. */
export interface Claim {
  readonly text: string;
  readonly citations: readonly ModelCitation[];
}

type QuestionAndPassages = Pick<AnswerInput, 'question' | 'passages'>;

/** A sentence is a translation if it has this share of stop words of its language, and the passage at most half of that. */
const SMALLEST_SHARE_OF_STOPS = 0.2;

/** Checks the statements of a model against their quotes, sentence by sentence. */
@Injectable()
export class AnswerSupport {
  constructor(private readonly vocabulary: VocabularyService) {}

  /**
   * Every sentence in order with the quotes that support it, or with none if it states more than they do. `before` is the earlier
   * text of the answer. `known` caches stemmed words across the claims of one answer.
   */
  async judged(
    claims: readonly Claim[],
    input: QuestionAndPassages,
    before = '',
    known = new KnownLexemes(this.vocabulary),
  ): Promise<Claim[]> {
    const parts = claims.flatMap(({ text, citations }) =>
      sentences(text).map(({ start, end }) => ({ text: text.slice(start, end), citations })),
    );
    const cited = new Set(parts.flatMap(({ citations }) => citations.map(({ passageIndex }) => passageIndex)));
    if (cited.size === 0) return parts.map(({ text }) => ({ text, citations: [] }));
    const spoken = await this.vocabulary.languageOf(before + parts.map(({ text }) => text).join(' '));
    const check = new Check(spoken, await lexiconOf(known, parts, spoken, input), input);
    return parts.map(({ text, citations }) => ({ text, citations: check.supporting(text, citations) }));
  }

  /** A cache for the claims of one answer. */
  known(): KnownLexemes {
    return new KnownLexemes(this.vocabulary);
  }
}

async function lexiconOf(
  known: KnownLexemes,
  claims: readonly Claim[],
  spoken: string,
  { question, passages }: QuestionAndPassages,
): Promise<Lexicon> {
  const texts = [question, ...claims.map(({ text }) => text), ...passages.map(wholeOf)];
  const all = texts.flatMap((text) => words(text).map((word) => word.text));
  return new Lexicon(await known.of(all, [spoken, ...passages.map(({ language }) => language)]));
}

/** Checks the sentences of one answer against its passages. */
class Check {
  private readonly whole = new Map<RankedPassage, Reading>();

  constructor(
    /** The detected language of the answer. */
    private readonly spoken: string,
    private readonly lexicon: Lexicon,
    private readonly input: QuestionAndPassages,
  ) {}

  /** The citations that support the sentence. Empty if it states more than they do. */
  supporting(text: string, citations: readonly ModelCitation[]): ModelCitation[] {
    const quoted = citations
      .map((citation) => ({ citation, quote: this.read(citation.quote, this.passageOf(citation)) }))
      .filter(({ quote }) => isSubstantial(quote));
    const [first] = quoted;
    if (!first) return [];
    const cited = quoted.map(({ citation }) => this.passageOf(citation));
    const translated = cited.every((passage) => this.isTranslation(text, passage));
    const sentence = new Reading(text, translated ? this.spoken : first.quote.language, this.lexicon);
    const evidence = this.evidence(
      quoted.map(({ quote }) => quote),
      cited,
      translated,
    );
    if (!isSupported(sentence, this.lexicon, evidence)) return [];
    return quoted.filter(({ quote }) => contributes(quote, sentence, translated)).map(({ citation }) => citation);
  }

  private evidence(quotes: Reading[], cited: readonly RankedPassage[], translated: boolean): NameEvidence {
    const { question, passages } = this.input;
    const language = cited[0]?.language ?? this.spoken;
    return {
      quotes,
      passages: [...new Set(cited)].map((passage) => this.readWhole(passage)),
      known: [new Reading(question, language, this.lexicon), ...passages.map((passage) => this.readWhole(passage))],
      translated,
    };
  }

  /** In doubt false. Then the sentence must contain the words of the quote. */
  private isTranslation(text: string, passage: RankedPassage): boolean {
    const sentence = new Reading(text, 'simple', this.lexicon);
    const source = this.readWhole(passage);
    if (sentence.script !== source.script) return sentence.script !== '' && source.script !== '';
    if (this.spoken === 'simple' || passage.language === 'simple' || this.spoken === passage.language) return false;
    const share = (of: Reading, language: string): number =>
      this.lexicon.shareOfStops(
        language,
        of.words.map((word) => word.text),
      );
    const own = share(sentence, this.spoken);
    return (
      own >= SMALLEST_SHARE_OF_STOPS &&
      own >= 2 * Math.max(share(source, this.spoken), share(sentence, passage.language))
    );
  }

  private readWhole(passage: RankedPassage): Reading {
    const known = this.whole.get(passage) ?? this.read(wholeOf(passage), passage);
    this.whole.set(passage, known);
    return known;
  }

  private read(text: string, { language }: RankedPassage): Reading {
    return new Reading(text, language, this.lexicon);
  }

  private passageOf({ passageIndex }: ModelCitation): RankedPassage {
    const passage = this.input.passages[passageIndex];
    if (!passage) throw new Error('A verified citation must refer to a passage');
    return passage;
  }
}

function wholeOf({ title, heading, text }: RankedPassage): string {
  return `${title}\n\n${heading}\n\n${text}`;
}

/** Joins sentences to one text. Chinese and Japanese have no space between them. */
export function joined(texts: readonly string[]): string {
  return texts.reduce((before, next) => `${before}${/[。！？]$/.test(before) ? '' : ' '}${next}`);
}

/** Removes duplicate citations and keeps the order. */
export function once(citations: readonly ModelCitation[]): ModelCitation[] {
  const keyOf = ({ passageIndex, start, end }: ModelCitation): string => `${passageIndex}:${start}:${end}`;
  return [...new Map(citations.map((citation) => [keyOf(citation), citation])).values()];
}
