import { DomainError } from '../common/errors/domain-error';

export class AgentInactive extends DomainError {
  constructor() {
    super('agent_inactive', 'The agent is not active, so it does not answer.');
  }
}

export class AgentRateLimited extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('agent_rate_limited', `The agent gets too many turns. Try again in ${retryAfterSeconds} seconds.`, {
      retryAfterSeconds,
    });
  }
}

export class TurnInProgress extends DomainError {
  constructor() {
    super('request_in_progress', 'A turn with this requestId is still running.', { retryAfterSeconds: 1 });
  }
}

export class RequestIdReused extends DomainError {
  constructor() {
    super('idempotency_key_reused', 'This requestId was used for another turn before.', {
      details: [{ path: '/requestId', code: 'reused', message: 'belongs to another message, user or conversation' }],
    });
  }
}

export class ConversationNotOfAgent extends DomainError {
  constructor() {
    super('association_invalid', 'The agent has no such conversation.', {
      details: [{ path: '/conversationId', code: 'association_invalid', message: 'is no conversation of this agent' }],
    });
  }
}
