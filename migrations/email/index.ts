import { CreateInboundMail1795000075000 } from './1795000075000-create-inbound-mail';
import { IndexMailOfNobody1795000075200 } from './1795000075200-index-mail-of-nobody';
import { CountUnverifiedMails1795000166000 } from './1795000166000-count-unverified-mails';

export const EMAIL_MIGRATIONS = [
  CreateInboundMail1795000075000,
  IndexMailOfNobody1795000075200,
  CountUnverifiedMails1795000166000,
];
