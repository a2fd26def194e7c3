import type { Response } from 'express';
import { DomainError } from '../common/errors/domain-error';

export class OriginNotTrusted extends DomainError {
  constructor() {
    super('origin_not_trusted', 'Pages of this origin may not use MCP here.', {
      details: [{ path: 'header.Origin', code: 'not_trusted', message: 'must be exactly a trusted origin' }],
    });
  }
}

export class MethodNotAllowed extends DomainError {
  constructor(response: Response) {
    super('method_not_allowed', 'Messages are sent by POST.');
    response.setHeader('Allow', 'POST');
  }
}
