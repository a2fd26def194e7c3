import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../../events/event-resources.service';
import { WorkspaceKeyDto } from './key.dto';
import { KeysRepository } from './keys.repository';

/** The workspace key of an event, without its secret. Their number is bounded, so all are read. */
@Injectable()
export class KeyResource {
  constructor(resources: EventResources, keys: KeysRepository) {
    resources.register('workspace_key', async ({ workspaceId }) =>
      byId(await keys.list(workspaceId), (key) => WorkspaceKeyDto.from(key)),
    );
  }
}
