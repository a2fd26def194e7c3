import { Global, Module } from '@nestjs/common';
import { EVENTS_MIGRATIONS } from '../../migrations/events';
import { Feature } from '../common/feature/feature.decorator';
import { EventActors } from './event-actors';
import { EventCatalog } from './event-catalog';
import { EventLogRepository } from './event-log.repository';
import { EventLog } from './event-log.service';
import { EVENTS_TABLES } from './events.tables';

/** The log of a workspace, to which every feature appends. See docs/event-log.md. */
@Global()
@Feature({ name: 'events', tables: EVENTS_TABLES, migrations: EVENTS_MIGRATIONS })
@Module({
  providers: [EventActors, EventCatalog, EventLog, EventLogRepository],
  exports: [EventCatalog, EventLog],
})
export class EventsLogModule {}
