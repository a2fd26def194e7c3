import OpenAI from 'openai';
import type { AnswerInput, AnswerModel, ModelAnswer } from '../answer-model.port';
import { promptFor } from './prompt';
import { tokenCount } from './token-usage';
import { type ClaimedQuote, verifiedCitations } from './verified-citations';

/** Enough for four sentences and their quotes; a bound on what a server that rambles may cost. */
const MOST_OUTPUT_TOKENS = 1_000;

interface Reply {
  answer: string | null;
  quotes: ClaimedQuote[];
}

/**
 * Any server that speaks OpenAI's chat completions. Its words are believed only as far as its quotes stand in the
 * passages: an answer without one verified quote is no answer.
 */
export class OpenAiCompatibleModel implements AnswerModel {
  private readonly client: OpenAI;

  constructor(baseURL: string, apiKey: string | null) {
    // No retries: the turn's own time is bounded, and the caller retries with its request id.
    this.client = new OpenAI({ baseURL, apiKey: apiKey ?? 'none', maxRetries: 0 });
  }

  /** Rejects where the server fails, is aborted by `signal`, or replies with something else than was asked for. */
  async answer(input: AnswerInput, signal: AbortSignal): Promise<ModelAnswer> {
    const completion = await this.client.chat.completions.create(
      {
        model: input.model,
        temperature: input.temperature,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the newer name is unknown to most servers of this kind
        max_tokens: MOST_OUTPUT_TOKENS,
        response_format: { type: 'json_object' },
        messages: promptFor(input),
      },
      { signal },
    );
    const { answer, quotes } = parsed(completion.choices[0]?.message.content ?? '');
    const usage = {
      inputTokens: tokenCount(completion.usage?.prompt_tokens),
      outputTokens: tokenCount(completion.usage?.completion_tokens),
    };
    const citations = verifiedCitations(quotes, input.passages);
    if (answer === null || citations.length === 0) return { kind: 'no_answer', model: input.model, usage };
    return { kind: 'answered', model: input.model, content: answer, citations, usage };
  }
}

/** Throws where the text is not the object that the prompt asks for; some servers wrap it in a code fence. */
function parsed(text: string): Reply {
  const reply = JSON.parse(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, '')) as Partial<Reply> | null;
  const answer = reply?.answer;
  const quotes = reply?.quotes;
  const wellFormed =
    (answer === null || (typeof answer === 'string' && answer.trim() !== '')) &&
    Array.isArray(quotes) &&
    quotes.every((claim) => Number.isInteger(claim?.passage) && typeof claim?.quote === 'string');
  if (!wellFormed) throw new Error('The model replied with something else than an answer and its quotes');
  return { answer: answer ?? null, quotes };
}
