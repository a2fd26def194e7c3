import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { WebhookReplaysRepository } from './webhook-replays.repository';

/** The replay of a path, of the webhook of the path. */
@Injectable()
export class WebhookReplayPath {
  constructor(resources: PathResources, replays: WebhookReplaysRepository) {
    resources.register(
      'replayId',
      async (id, { scope, parameters }) =>
        scope !== null && replays.exists(scope.workspaceId, parameters['webhookId'] ?? '', id),
    );
  }
}
