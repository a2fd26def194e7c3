import { CreateEventLog1795000250000 } from './1795000250000-create-event-log';
import { FindOldInboxEvents1795000250100 } from './1795000250100-find-old-inbox-events';
import { ShowPresence1795000310400 } from './1795000310400-show-presence';

export const EVENTS_MIGRATIONS = [
  CreateEventLog1795000250000,
  FindOldInboxEvents1795000250100,
  ShowPresence1795000310400,
];
