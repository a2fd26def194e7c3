import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';
import type { RequestState, TransitionKind } from './support-request.types';

const CODES = declareErrors({ support_request_limit_reached: 409 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** The first detail says what is possible instead. */
export class InvalidRequestTransition extends DomainError {
  constructor(from: RequestState, kind: TransitionKind, allowed: readonly TransitionKind[]) {
    super('invalid_transition', `A support request that is ${from} does not allow this.`, {
      details: [
        {
          path: '/transition/kind',
          code: 'invalid_transition',
          message: `is not possible for a support request that is ${from}`,
          from,
          kind,
          allowed,
        },
      ],
    });
  }
}

export class TooManyLiveRequests extends DomainError {
  constructor(most: number) {
    super('support_request_limit_reached', `A conversation has at most ${most} live support requests. End one first.`);
  }
}

/** Transitions are recorded in the order in which they occurred. */
export class OccurredTooEarly extends ValidationFailed {
  constructor(previous: Date) {
    super([
      {
        path: '/occurredAt',
        code: 'too_early',
        message: `must not be before the previous transition, at ${previous.toISOString()}`,
      },
    ]);
  }
}

export class InvalidResumeTime extends ValidationFailed {
  constructor() {
    super([
      {
        path: '/transition/resumeAt',
        code: 'out_of_range',
        message: 'must be after occurredAt, and at most 366 days after it',
      },
    ]);
  }
}

/** The clocks of a request read its whole history. */
export class TooManyTransitions extends DomainError {
  constructor(most: number) {
    super(
      'support_request_limit_reached',
      `An episode has at most ${most} transitions. End the support request; reopening it begins another episode.`,
    );
  }
}

export class UnknownConversation extends DomainError {
  constructor() {
    super('association_invalid', 'There is no conversation with this id that you can see.', {
      details: [
        { path: '/conversationId', code: 'unknown_conversation', message: 'must be a conversation that you see' },
      ],
    });
  }
}

/** Not a member of the workspace, or one who does not see the request's agent. */
export class RequestAssigneeNotAllowed extends DomainError {
  constructor(path: string) {
    super('association_invalid', 'The support request can only be assigned to a member who can see its agent.', {
      details: [{ path, code: 'unknown_member', message: 'must be a member who can see the agent' }],
    });
  }
}

/** The key was used for another transition of this request. */
export class TransitionKeyReused extends DomainError {
  constructor() {
    super(
      'idempotency_key_reused',
      'This idempotencyKey was already used for another transition of this support request. Use a new one.',
      { details: [{ path: '/idempotencyKey', code: 'reused', message: 'was already used for another transition' }] },
    );
  }
}
