import { LRUCache } from 'lru-cache';
import type OpenAI from 'openai';
import type { PromptMessage } from './prompt';
import type { OptionalParameter } from './refusal';

/** Output tokens for thoughts, in addition to those of the answer. Models that reason use some hundred to some thousand. */
const THOUGHT_TOKENS = 4_000;
/** The most models to remember. A forgotten one refuses the parameters once more. */
const MOST_MODELS = 10_000;

export interface Completion {
  model: string;
  /** 0 to 2 */
  temperature: number;
  /** The most output tokens, which bounds the cost of a long reply. */
  mostOutputTokens: number;
  messages: PromptMessage[];
}

/** The form in which a model of a server takes requests, which Parley learns from its responses. */
export class RequestForm {
  private refused: ReadonlySet<OptionalParameter> = new Set();
  private thinks = false;

  /** The parameters that the model has refused. */
  get refusedParameters(): ReadonlySet<OptionalParameter> {
    return this.refused;
  }

  /** Call it once the model has taken a request without them. A refusal alone proves nothing: it can repeat a customer's words. */
  learnRefused(refused: ReadonlySet<OptionalParameter>): void {
    this.refused = refused;
  }

  /** The model writes thoughts before its answer, which count as output. */
  learnThoughts(): void {
    this.thinks = true;
  }

  mostTokens({ mostOutputTokens }: Completion): number {
    return mostOutputTokens + (this.thinks ? THOUGHT_TOKENS : 0);
  }

  parameters(
    completion: Completion,
    refused: ReadonlySet<OptionalParameter>,
  ): OpenAI.ChatCompletionCreateParamsStreaming {
    const { model, messages, temperature } = completion;
    // Most servers of this kind know only the older name, and newer models of OpenAI refuse it.
    const most = refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens';
    return {
      model,
      messages,
      stream: true,
      [most]: this.mostTokens(completion),
      ...(refused.has('temperature') ? {} : { temperature }),
      ...(refused.has('response_format') ? {} : { response_format: { type: 'json_object' } }),
      ...(refused.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    };
  }
}

/** The forms of models in this process, separate for each workspace. */
export class RequestForms {
  private readonly forms = new LRUCache<string, RequestForm>({ max: MOST_MODELS });

  of(workspaceId: string, baseUrl: string, model: string): RequestForm {
    const key = JSON.stringify([workspaceId, baseUrl, model]);
    const form = this.forms.get(key) ?? new RequestForm();
    this.forms.set(key, form);
    return form;
  }
}
