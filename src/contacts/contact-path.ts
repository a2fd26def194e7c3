import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { ContactsRepository } from './contacts.repository';

/**
 * Finds the contact of a path, in one statement. A contact that the caller does not see is a 404 before the role and
 * the body are checked.
 */
@Injectable()
export class ContactPath {
  constructor(resources: PathResources, contacts: ContactsRepository) {
    resources.register('contactId', async (id, { scope }) => scope !== null && contacts.exists(scope, id));
  }
}
