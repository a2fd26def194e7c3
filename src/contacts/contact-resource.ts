import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { ContactsRepository } from './contacts.repository';

/** The contact of an event, if the reader sees them. */
@Injectable()
export class ContactResource {
  constructor(resources: EventResources, contacts: ContactsRepository) {
    resources.register('contact', async (scope, ids) =>
      byId(await contacts.listDtos(scope, ids), (contact) => contact),
    );
  }
}
