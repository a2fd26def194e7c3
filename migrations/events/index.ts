import { CreateEventDeliveries1795000171000 } from './1795000171000-create-event-deliveries';

export const EVENTS_MIGRATIONS = [CreateEventDeliveries1795000171000];
