import { estimatedTokens } from '../../common/text/token-count';
import type { TokenUsage } from '../answer-model.port';
import type { Piece } from './completion-stream';
import type { Completion } from './request-form';
import { endOfThoughts } from './thoughts';

/** Enough of a reply to recognize thoughts at its beginning. */
const BEGINNING = 20;

/** Counts the tokens of a reply, as reported by the server, otherwise estimated, and notes how the reply was made. */
export class Meter {
  private reported: TokenUsage | null = null;
  private characters = 0;
  private beginning = '';
  private hasThoughts = false;
  private cutOff = false;

  constructor(private readonly completion: Completion) {}

  /** Whether the server has begun to reply. */
  get hasBegun(): boolean {
    return this.reported !== null || this.characters > 0;
  }

  get used(): TokenUsage {
    return (
      this.reported ?? { inputTokens: promptTokens(this.completion), outputTokens: estimatedTokens(this.characters) }
    );
  }

  /** Whether the model thinks before it answers. */
  get thinks(): boolean {
    return this.hasThoughts || endOfThoughts(this.beginning) !== null;
  }

  /** Whether the reply ended at the maximum of output tokens. */
  get isCutOff(): boolean {
    return this.cutOff;
  }

  count({ text, usage, thoughts, isCutOff }: Piece): void {
    this.characters += text.length + thoughts;
    this.reported = usage ?? this.reported;
    this.hasThoughts ||= thoughts > 0;
    this.cutOff ||= isCutOff;
    if (this.beginning.length < BEGINNING) this.beginning = (this.beginning + text).trimStart().slice(0, BEGINNING);
  }
}

export function promptTokens({ messages }: Completion): number {
  return estimatedTokens(messages.reduce((sum, { content }) => sum + content.length, 0));
}
