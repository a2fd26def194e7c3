import { ModelFailure } from './model-failure';

/** The share of the prompt that is sent at first, and after each refusal as too long. */
const SHARES = [1, 1 / 2, 1 / 4];

/** Parts of a prompt that can be shorter. */
export interface Shortened {
  /** The first ones, which are the best ones. At least one. */
  readonly best: <Item>(items: readonly Item[]) => Item[];
  /** The last ones. */
  readonly newest: <Item>(items: readonly Item[]) => Item[];
}

/**
 * Asks with the whole prompt, and with less of it if it is too long for the context of the model. Servers count the tokens of a prompt
 * before they work on it, so that a refusal costs little.
 *
 * @throws the errors of `ask`
 */
export async function withFittingPrompt<Answer>(ask: (shortened: Shortened) => Promise<Answer>): Promise<Answer> {
  for (const [attempt, share] of SHARES.entries()) {
    try {
      return await ask({
        best: (items) => items.slice(0, Math.max(1, Math.floor(items.length * share))),
        newest: (items) => items.slice(items.length - Math.floor(items.length * share)),
      });
    } catch (error) {
      const isLast = attempt === SHARES.length - 1;
      if (isLast || !(error instanceof ModelFailure) || !isTooLong(error)) throw error;
    }
  }
  throw new ModelFailure('context_exceeded');
}

/** Before the model has said anything: what it has said may be with the customer already. */
function isTooLong({ reason, used }: ModelFailure): boolean {
  return reason === 'context_exceeded' && used.inputTokens + used.outputTokens === 0;
}
