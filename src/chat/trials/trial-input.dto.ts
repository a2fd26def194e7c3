import { IsLocale, Matches } from 'class-validator';
import { RequestExamples } from '../../common/operations/request-examples';
import { Text } from '../../common/validation/field-rules';
import { Flag, Nested, NestedList, Numeric, OneOf } from '../../common/validation/plain-fields';

const MOST_MESSAGES = 20;

export class TrialMessageInput {
  @OneOf(['customer', 'agent'])
  role: 'customer' | 'agent';

  /** @example "How do I sign in?" */
  @Text({ min: 1, max: 8000 })
  content: string;
}

/** Settings of the agent for this trial only. Fields you omit are the agent’s. */
export class TrialOverridesInput {
  /** Instructions for the model. */
  @Text({ max: 20_000, optional: true })
  systemPrompt?: string;
  /** A model that the agent could have. */
  @Text({ min: 1, max: 200, optional: true })
  model?: string;
  @Numeric({ min: 0, max: 2, optional: true })
  temperature?: number;
}

@RequestExamples({ 'a question': { message: 'How do I reset my password?' } })
export class TryAgentInput {
  /**
   * A message, as a customer would write it.
   * @example "How do I reset my password?"
   */
  @Matches(/\S/, { message: 'must not be blank' })
  @Text({ min: 1, max: 8000 })
  message: string;

  /** The messages before it, oldest first. The agent remembers as many of the last ones as in a conversation. */
  @NestedList(() => TrialMessageInput, { size: MOST_MESSAGES, optional: true })
  history?: TrialMessageInput[];

  /** Only for admins and owners. */
  @Nested(() => TrialOverridesInput, { optional: true })
  overrides?: TrialOverridesInput;

  /**
   * BCP 47 language tag of the customer. Default: as for a chat turn.
   * @example "en-GB"
   */
  @IsLocale({ message: 'must be a BCP 47 language tag' })
  @Text({ max: 35, optional: true })
  locale?: string;

  /**
   * Whether the answer comes as server-sent events while it is written. Default: true if `Accept` prefers
   * `text/event-stream`, or else false.
   * @example false
   */
  @Flag({ optional: true })
  stream?: boolean;
}
