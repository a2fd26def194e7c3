import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ label_limit_reached: 409, label_name_taken: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class LabelNameTaken extends DomainError {
  constructor() {
    super('label_name_taken', 'The workspace already has a label with this name.', {
      details: [{ path: '/name', code: 'taken', message: 'is already the name of another label of the workspace' }],
    });
  }
}

export class TooManyLabels extends DomainError {
  constructor(most: number) {
    super('label_limit_reached', `A workspace has at most ${most} labels.`);
  }
}

export class TooManyLabelsOfConversation extends DomainError {
  constructor(most: number) {
    super('label_limit_reached', `A conversation has at most ${most} labels.`);
  }
}
