import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ agent_rate_limited: 429 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class AgentInactive extends DomainError {
  constructor() {
    super('agent_inactive', 'The agent is not active. Set its status to active first.');
  }
}

export class AgentRateLimited extends DomainError {
  constructor(retryAfterSeconds: number) {
    super(
      'agent_rate_limited',
      `The agent has reached its limit of turns per minute. Try again in ${retryAfterSeconds} seconds.`,
      {
        retryAfterSeconds,
      },
    );
  }
}

export class TurnInProgress extends DomainError {
  constructor(retryAfterSeconds = 1) {
    super('request_in_progress', 'A turn with this requestId is still in progress. Try again shortly.', {
      retryAfterSeconds,
    });
  }
}

export class RequestIdReused extends DomainError {
  constructor() {
    super('idempotency_key_reused', 'This requestId was already used for another turn. Use a new one.', {
      details: [
        { path: '/requestId', code: 'reused', message: 'was already used for another message, user, or conversation' },
      ],
    });
  }
}

export class ConversationNotOfAgent extends DomainError {
  constructor() {
    super('association_invalid', 'The conversation does not belong to this agent.', {
      details: [
        { path: '/conversationId', code: 'association_invalid', message: 'must be a conversation of this agent' },
      ],
    });
  }
}
