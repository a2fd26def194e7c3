import { CreateEventDeliveries1795000173000 } from './1795000173000-create-event-deliveries';

export const EVENTS_MIGRATIONS = [CreateEventDeliveries1795000173000];
