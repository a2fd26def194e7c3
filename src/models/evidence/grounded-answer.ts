import type { AnswerInput, AnswerPart, ModelCitation } from '../answer-model.port';
import { type AnswerSupport, type Claim, joined, once } from './answer-support';
import type { KnownLexemes } from './known-lexemes';

/**
 * Builds an answer claim by claim from sentences that their quotes support. Each sentence is checked on its own with the earlier claims
 * as context, so that a sent part is never taken back. Costs two statements per claim; the first one also stems the question and the
 * passages.
 */
export class GroundedAnswer {
  private content = '';
  private cited: readonly ModelCitation[] = [];
  /** All claims so far, to detect the language. A single sentence can be too short. */
  private claimed = '';
  private readonly known: KnownLexemes;

  constructor(
    private readonly support: AnswerSupport,
    private readonly input: Pick<AnswerInput, 'question' | 'passages'>,
    private readonly onPart: (part: AnswerPart) => void = () => {},
  ) {
    this.known = support.known();
  }

  /** Null while no sentence is supported. */
  get supported(): { content: string; citations: readonly ModelCitation[] } | null {
    return this.content === '' ? null : { content: this.content, citations: this.cited };
  }

  async add(claim: Claim): Promise<void> {
    const judged = await this.support.judged([claim], this.input, this.claimed, this.known);
    this.claimed += `${claim.text} `;
    for (const { text, citations } of judged) {
      if (citations.length > 0) this.grow(text, citations);
    }
  }

  private grow(sentence: string, citations: readonly ModelCitation[]): void {
    const content = this.content === '' ? sentence : joined([this.content, sentence]);
    const cited = once([...this.cited, ...citations]);
    const part = { text: content.slice(this.content.length), citations: cited.slice(this.cited.length) };
    this.content = content;
    this.cited = cited;
    this.onPart(part);
  }
}
