import { Global, Module } from '@nestjs/common';
import { EVENTS_MIGRATIONS } from '../../migrations/events';
import { Feature } from '../common/feature/feature.decorator';
import { MetricsModule } from '../metrics/metrics.module';
import { EventActors } from './event-actors';
import { EventCatalog } from './event-catalog';
import { EventLogRepository } from './event-log.repository';
import { EventLog } from './event-log.service';
import { EventPages } from './event-pages.service';
import { EventResources } from './event-resources.service';
import { EventSubscriptions } from './event-subscriptions.service';
import { EventsController, EventTypesController } from './events.controller';
import { EventsService } from './events.service';
import { EVENTS_TABLES } from './events.tables';
import { HorizonMetric } from './horizon-metric';
import { KeptEvents } from './kept-events.service';
import { OpenStreams } from './open-streams.service';

/** The log of a workspace, to which every feature appends. See docs/event-log.md. */
@Global()
@Feature({ name: 'events', tables: EVENTS_TABLES, migrations: EVENTS_MIGRATIONS })
@Module({
  imports: [MetricsModule],
  controllers: [EventsController, EventTypesController],
  providers: [
    EventActors,
    EventCatalog,
    EventLog,
    EventLogRepository,
    EventPages,
    EventResources,
    EventsService,
    EventSubscriptions,
    HorizonMetric,
    KeptEvents,
    OpenStreams,
  ],
  exports: [
    EventActors,
    EventCatalog,
    EventLog,
    EventPages,
    EventResources,
    EventSubscriptions,
    KeptEvents,
    OpenStreams,
  ],
})
export class EventsLogModule {}
