import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../../events/event-resources.service';
import { IdentityKeyDto } from './identity-key.dto';
import { IdentityKeysRepository } from './identity-keys.repository';

/** The identity key of an event, as the API shows it. */
@Injectable()
export class IdentityKeyResource {
  constructor(resources: EventResources, rows: IdentityKeysRepository) {
    resources.register('identity_key', async ({ workspaceId }, ids) =>
      byId(await rows.listByIds(workspaceId, ids), (one) => IdentityKeyDto.from(one)),
    );
  }
}
