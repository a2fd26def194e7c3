import { CreateRequestTables1795000000000 } from './1795000000000-create-request-tables';
import { WidenNumbers1795000063000 } from './1795000063000-widen-numbers';
import { TakeTurns1795000161000 } from './1795000161000-take-turns';
import { RecordFeatures1795000170000 } from './1795000170000-record-features';
import { CreateEventDeliveries1795000173000 } from './1795000173000-create-event-deliveries';
import { RecordOutsideFeatures1795000174000 } from './1795000174000-record-outside-features';

export const REQUESTS_MIGRATIONS = [
  CreateRequestTables1795000000000,
  WidenNumbers1795000063000,
  TakeTurns1795000161000,
  RecordFeatures1795000170000,
  CreateEventDeliveries1795000173000,
  RecordOutsideFeatures1795000174000,
];
