import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ visitor_refused: 403 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

/** Without a reason: the workspace has blocked the contact. */
export class VisitorRefused extends DomainError {
  constructor() {
    super('visitor_refused', 'This chat is not available.');
  }
}

export class AgentStopped extends DomainError {
  constructor() {
    super('agent_inactive', 'The agent does not take messages any more.');
  }
}
