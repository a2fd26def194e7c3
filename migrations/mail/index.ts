import { CreateMailOutbox1795000003000 } from './1795000003000-create-mail-outbox';
import { MarkMailHandedOver1795000073000 } from './1795000073000-mark-mail-handed-over';
import { IndexMailLeases1795000085000 } from './1795000085000-index-mail-leases';

export const MAIL_MIGRATIONS = [
  CreateMailOutbox1795000003000,
  MarkMailHandedOver1795000073000,
  IndexMailLeases1795000085000,
];
