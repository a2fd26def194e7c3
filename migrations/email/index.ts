import { CreateInboundMail1795000075000 } from './1795000075000-create-inbound-mail';
import { IndexMailOfNobody1795000075200 } from './1795000075200-index-mail-of-nobody';
import { CountUnverifiedMails1795000166000 } from './1795000166000-count-unverified-mails';
import { ForwardMailByMembers1795000210000 } from './1795000210000-forward-mail-by-members';
import { AcceptMailSenders1795000211000 } from './1795000211000-accept-mail-senders';
import { TakeMailOfVendors1795000230200 } from './1795000230200-take-mail-of-vendors';
import { AcceptMailSendersByAgent1795000300000 } from './1795000300000-accept-mail-senders-by-agent';
import { KeepReceivers1795000450000 } from './1795000450000-keep-receivers';

export const EMAIL_MIGRATIONS = [
  CreateInboundMail1795000075000,
  IndexMailOfNobody1795000075200,
  CountUnverifiedMails1795000166000,
  ForwardMailByMembers1795000210000,
  AcceptMailSenders1795000211000,
  TakeMailOfVendors1795000230200,
  AcceptMailSendersByAgent1795000300000,
  KeepReceivers1795000450000,
];
