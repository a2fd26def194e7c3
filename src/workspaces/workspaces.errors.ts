import { DomainError } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';

const CODES = declareErrors({ workspace_name_taken: 409 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class WorkspaceNameTaken extends DomainError {
  constructor() {
    super('workspace_name_taken', 'The owner already has a workspace with this name.', {
      details: [{ path: '/name', code: 'taken', message: 'is already the name of another workspace of the owner' }],
    });
  }
}
