import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { ContactsRepository } from './contacts.repository';

/** The contact of a path: one statement, so that one the caller does not see is 404 before role and body count. */
@Injectable()
export class ContactPath {
  constructor(resources: PathResources, contacts: ContactsRepository) {
    resources.register('contactId', async (id, { scope }) => scope !== null && contacts.exists(scope, id));
  }
}
