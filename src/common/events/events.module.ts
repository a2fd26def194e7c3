import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DomainEvents } from './domain-events';
import { EventDeliveries } from './event-deliveries';
import { EventDelivery } from './event-delivery.entity';

/** Domain events. See docs/events.md. */
@Global()
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([EventDelivery])],
  providers: [DomainEvents, EventDeliveries],
  exports: [DomainEvents],
})
export class EventsModule {}
