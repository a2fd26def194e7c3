import type { Response } from 'express';
import { DomainError } from '../common/errors/domain-error';

export class OriginNotTrusted extends DomainError {
  constructor() {
    super('origin_not_trusted', 'Web pages of this origin are not allowed to use MCP.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must exactly match a trusted origin' }],
    });
  }
}

export class MethodNotAllowed extends DomainError {
  constructor(response: Response) {
    super('method_not_allowed', 'Use POST to send messages.');
    response.setHeader('Allow', 'POST');
  }
}
