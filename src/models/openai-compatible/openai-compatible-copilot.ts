import type {
  CopilotDraftInput,
  CopilotModel,
  CopilotSummaryInput,
  CopilotText,
  CopilotTranslationInput,
  NoEvidence,
} from '../copilot-model.port';
import type { TokenUsage } from '../answer-model.port';
import { type AnswerSupport, type Claim, joined, once } from '../evidence/answer-support';
import type { Spender, TokenSpending } from '../token-spending';
import { answerPrompt, draftPrompt, summaryPrompt, translationPrompt } from './copilot-prompt';
import { draftOf, isHarmless, proseOf, type SentencesReply, sentencesOf } from './copilot-reply';
import type { ModelServer } from './model-server';
import type { Completion } from './request-form';
import type { PromptMessage } from './prompt';
import { withFittingPrompt } from './shorter-prompts';
import { verifiedCitations } from './verified-citations';

/** Enough for ten sentences and their quotes. */
const MOST_OUTPUT_TOKENS = 2_000;
const LONGEST_SUMMARY = 8_000;
/** A translation has at most GROWTH times the characters of its text, plus SHORTEST_BOUND. */
const GROWTH = 4;
const SHORTEST_BOUND = 1_000;

/**
 * Writes for members with a model server. As in a chat turn, only sentences that their quotes support are used. A draft can also contain
 * sentences without facts, because a person reads it first, but it is then not grounded.
 */
export class OpenAiCompatibleCopilot implements CopilotModel {
  constructor(
    private readonly server: ModelServer,
    private readonly support: AnswerSupport,
    private readonly spending: TokenSpending,
  ) {}

  async draft(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const draft = await this.askFitting(input, draftPrompt, draftOf, signal);
    const judged = await this.judged(draft, input);
    return written(
      input,
      draft,
      judged.filter(({ text, citations }) => citations.length > 0 || isHarmless(text)),
    );
  }

  async answer(input: CopilotDraftInput, signal: AbortSignal): Promise<CopilotText | NoEvidence> {
    const answer = await this.askFitting(input, answerPrompt, sentencesOf, signal);
    const judged = await this.judged(answer, input);
    return written(
      input,
      { ...answer, greeting: '', closing: '' },
      judged.filter(({ citations }) => citations.length > 0),
    );
  }

  async summarize(input: CopilotSummaryInput, signal: AbortSignal): Promise<CopilotText> {
    const read = (content: string) => proseOf(content, LONGEST_SUMMARY);
    const summary = await this.ask(input, completionOf(input, summaryPrompt(input)), read, signal);
    return { kind: 'text', model: input.model, ...summary, citations: [], grounded: false };
  }

  async translate(input: CopilotTranslationInput, signal: AbortSignal): Promise<CopilotText> {
    const longest = GROWTH * input.text.length + SHORTEST_BOUND;
    const completion = completionOf(input, translationPrompt(input), input.text.length + SHORTEST_BOUND);
    const { text } = await this.ask(input, completion, (content) => proseOf(content, longest), signal);
    const { model, targetLanguage: language } = input;
    return { kind: 'text', model, text, language, citations: [], grounded: false };
  }

  private askFitting(
    input: CopilotDraftInput,
    prompt: (input: CopilotDraftInput) => PromptMessage[],
    read: (content: string) => SentencesReply,
    signal: AbortSignal,
  ): Promise<SentencesReply> {
    return withFittingPrompt(({ best, newest }) => {
      const shorter = { ...input, passages: best(input.passages), conversation: newest(input.conversation) };
      return this.ask(input, completionOf(input, prompt(shorter)), read, signal);
    });
  }

  private async ask<Reply>(
    input: Spender,
    completion: Completion,
    read: (content: string) => Reply,
    signal: AbortSignal,
  ): Promise<Reply> {
    const ask = (): Promise<{ reply: Reply; usage: TokenUsage }> => this.server.ask(completion, read, signal);
    return (await this.spending.of(input, this.server.expectedTokens(completion), ask)).reply;
  }

  private judged({ claims }: SentencesReply, input: CopilotDraftInput): Promise<Claim[]> {
    const verified = claims.map(({ text, quotes }) => ({ text, citations: verifiedCitations(quotes, input.passages) }));
    return this.support.judged(verified, input);
  }
}

function completionOf(
  { model, temperature }: { model: string; temperature: number },
  messages: PromptMessage[],
  mostOutputTokens = MOST_OUTPUT_TOKENS,
): Completion {
  return { model, temperature, mostOutputTokens, messages };
}

function written(
  { model }: CopilotDraftInput,
  { greeting, closing, language }: SentencesReply,
  claims: readonly Claim[],
): CopilotText | NoEvidence {
  if (claims.length === 0) return { kind: 'no_evidence', model };
  const body = joined(claims.map(({ text }) => text));
  return {
    kind: 'text',
    model,
    text: [greeting, body, closing].filter((part) => part !== '').join('\n\n'),
    language,
    citations: once(claims.flatMap(({ citations }) => citations)),
    grounded: claims.every(({ citations }) => citations.length > 0),
  };
}
