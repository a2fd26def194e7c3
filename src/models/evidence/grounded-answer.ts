import type { AnswerInput, AnswerPart, ModelCitation } from '../answer-model.port';
import { type AnswerSupport, type Claim, joined, once } from './answer-support';
import type { KnownLexemes } from './known-lexemes';

/**
 * An answer that grows claim by claim, and only by sentences that their quotes support. Each is judged by itself, knowing what
 * was claimed before it, so that what has been told once is never taken back. Two statements a claim;
 * the question and the passages are stemmed for the first one.
 */
export class GroundedAnswer {
  private content = '';
  private cited: readonly ModelCitation[] = [];
  /** All that was claimed, for the language that it is in: a sentence alone may be too short to tell. */
  private claimed = '';
  private readonly known: KnownLexemes;

  constructor(
    private readonly support: AnswerSupport,
    private readonly input: Pick<AnswerInput, 'question' | 'passages'>,
    private readonly onPart: (part: AnswerPart) => void = () => {},
  ) {
    this.known = support.known();
  }

  /** Null where nothing is supported yet. */
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
