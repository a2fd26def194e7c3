import type { FallbackReason } from './answer-model.port';

/** The most model names in a sentence. */
const MOST_NAMED = 20;

export interface ProblemFacts {
  readonly model: string;
  /** The models that the server lists. Null if it lists none, or could not be asked. */
  readonly listed: readonly string[] | null;
}

const SENTENCES: Readonly<Record<FallbackReason, (facts: ProblemFacts) => string>> = {
  unreachable: () => 'No server answers at this address. Check the host, the port, and whether the server runs.',
  timed_out: () =>
    'The server did not answer in time. It may be loading the model, or be too slow for prompts of this length.',
  unauthorized: () => 'The server refuses the API key.',
  rate_limited: () => 'The server accepts no more requests for now: a rate limit or a quota is used up.',
  redirected: () => 'The server redirects to another address, which Parley does not follow. Set the final address.',
  path_not_found: () =>
    'The server has no chat completions at this address. The address of most servers ends with /v1.',
  model_not_found: ({ model, listed }) => `The server has no model ${model}. ${listedModels(listed)}`,
  loading: () => 'The server is loading its model. Try again in a minute.',
  context_exceeded: () =>
    'The context of the model is too small for a question with its passages. Start the server with a context of at least 8,192 tokens.',
  cut_off: ({ model }) =>
    `The reply reached the maximum of output tokens before it was complete. If ${model} reasons before it answers, test again: Parley now allows more tokens.`,
  unreadable: () =>
    'The reply is not the JSON object that Parley asks for. Choose a larger model. If the model reasons, start its server so that thoughts are separate from the reply.',
  failed: () => 'The server reports an error of its own. Its log has the reason.',
  refused: () => 'The server refuses the request. Its log has the reason.',
  blocked_address: () => 'The address leads into a network that Parley must not reach.',
  key_lost: () => 'The API key cannot be decrypted, because SECRET_KEY has changed. Store the API key again.',
  budget_spent: () => 'The token budget of the agent is spent.',
  paused: () => 'The server is paused after failures.',
};

/** A failure in one or two sentences, for the person who sets the server up. Contains no text of the server but names of models. */
export function problemOf(reason: FallbackReason, facts: ProblemFacts): string {
  return SENTENCES[reason](facts);
}

export function listedModels(listed: readonly string[] | null): string {
  if (listed === null) return 'It has no list of its models.';
  if (listed.length === 0) return 'It lists no models.';
  const more = listed.length - MOST_NAMED;
  return `It lists ${listed.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
