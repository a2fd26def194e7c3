import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EVENTS_MIGRATIONS } from '../../../migrations/events';
import { Feature } from '../feature/feature.decorator';
import { leftOut } from '../feature/table-policy';
import { DomainEvents } from './domain-events';
import { EventDeliveries } from './event-deliveries';
import { EventDelivery } from './event-delivery.entity';

/** Domain events: docs/events.md. */
@Global()
@Feature({
  name: 'events',
  tables: {
    event_deliveries: leftOut('they are delivered by the installation where the events happened', {
      expires: [{ key: 'workspace_id, id', condition: `failed_at < now() - interval '30 days'` }],
    }),
  },
  migrations: EVENTS_MIGRATIONS,
})
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([EventDelivery])],
  providers: [DomainEvents, EventDeliveries],
  exports: [DomainEvents],
})
export class EventsModule {}
