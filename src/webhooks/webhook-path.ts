import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { WebhooksRepository } from './webhooks.repository';

/** The webhook of a path, in the workspace of the path. */
@Injectable()
export class WebhookPath {
  constructor(resources: PathResources, webhooks: WebhooksRepository) {
    resources.register('webhookId', async (id, { scope }) => scope !== null && webhooks.exists(scope.workspaceId, id));
  }
}
