import { DomainError } from '../../common/errors/domain-error';

export class AlreadyMember extends DomainError {
  constructor() {
    super('association_invalid', 'This person is already a member of the workspace.', {
      details: [{ path: '/email', code: 'already_member', message: 'already belongs to a member of the workspace' }],
    });
  }
}
