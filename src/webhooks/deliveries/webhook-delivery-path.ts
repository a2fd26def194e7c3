import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';

/** The delivery of a path, of the webhook of the path. */
@Injectable()
export class WebhookDeliveryPath {
  constructor(resources: PathResources, deliveries: WebhookDeliveriesRepository) {
    resources.register(
      'deliveryId',
      async (id, { scope, parameters }) =>
        scope !== null && deliveries.exists(scope.workspaceId, parameters['webhookId'] ?? '', id),
    );
  }
}
