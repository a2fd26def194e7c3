import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WEBHOOKS_MIGRATIONS } from '../../migrations/webhooks';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { MetricsModule } from '../metrics/metrics.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller';
import { WebhookDeliveriesRepository } from './deliveries/webhook-deliveries.repository';
import { WebhookDeliveriesService } from './deliveries/webhook-deliveries.service';
import { WebhookDelivery } from './deliveries/webhook-delivery.entity';
import { WebhookDeliveryPath } from './deliveries/webhook-delivery-path';
import { ManualActions } from './manual-actions';
import { WebhookMails } from './notices/webhook-mails';
import { WebhookReplay } from './replays/webhook-replay.entity';
import { WebhookReplayPath } from './replays/webhook-replay-path';
import { WebhookReplaysController } from './replays/webhook-replays.controller';
import { WebhookReplaysRepository } from './replays/webhook-replays.repository';
import { WebhookReplaysService } from './replays/webhook-replays.service';
import { WebhookSecret } from './secrets/webhook-secret.entity';
import { WebhookSecretsRepository } from './secrets/webhook-secrets.repository';
import { WebhookSecretsService } from './secrets/webhook-secrets.service';
import { EventAttempts } from './sending/event-attempts';
import { EventBodies } from './sending/event-bodies';
import { PurgedAgents } from './sending/purged-agents';
import { RoundResults } from './sending/round-results';
import { RoundTools } from './sending/round-tools';
import { WebhookLog } from './sending/webhook-log';
import { WebhookRequests } from './sending/webhook-requests';
import { WebhookSending } from './sending/webhook-sending';
import { WebhookWaker } from './sending/webhook-waker';
import { StateChanges } from './state-changes';
import { WebhookAddress } from './webhook-address';
import { WebhookDescriptions } from './webhook-descriptions';
import { WEBHOOK_EVENTS } from './webhook-event.types';
import { WebhookGauges } from './webhook-gauges';
import { WebhookPath } from './webhook-path';
import { WebhookTests } from './webhook-tests';
import { Webhook } from './webhook.entity';
import { WebhooksController } from './webhooks.controller';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';
import { WEBHOOKS_TABLES } from './webhooks.tables';

/** Sends the events of workspaces to addresses of their choice. See docs/webhooks.md. */
@Feature({ name: 'webhooks', tables: WEBHOOKS_TABLES, migrations: WEBHOOKS_MIGRATIONS, events: WEBHOOK_EVENTS })
@Module({
  imports: [
    TypeOrmModule.forFeature([Webhook, WebhookSecret, WebhookDelivery, WebhookReplay]),
    AgentsModule,
    MetricsModule,
    WorkspacesModule,
  ],
  controllers: [WebhooksController, WebhookDeliveriesController, WebhookReplaysController],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookPath,
    WebhookAddress,
    WebhookDescriptions,
    WebhookGauges,
    WebhookTests,
    ManualActions,
    StateChanges,
    WebhookMails,
    WebhookSecretsService,
    WebhookSecretsRepository,
    WebhookDeliveriesService,
    WebhookDeliveriesRepository,
    WebhookDeliveryPath,
    WebhookReplaysService,
    WebhookReplaysRepository,
    WebhookReplayPath,
    EventAttempts,
    EventBodies,
    PurgedAgents,
    RoundResults,
    RoundTools,
    WebhookLog,
    WebhookRequests,
    WebhookSending,
    WebhookWaker,
  ],
})
export class WebhooksModule {}
