import { exported, leftOut } from '../common/feature/table-policy';
import { CROWDED_OUT, EXPIRED_MAILS } from './inbound/inbound-mails.sql';

export const EMAIL_TABLES = {
  inbound_mail_chunks: leftOut('they are the bytes of mails, which are left out'),
  inbound_mails: leftOut('they are kept until they are taken in or looked at; the messages made of them are exported', {
    expires: [
      { key: 'id', condition: EXPIRED_MAILS },
      { key: 'id', condition: CROWDED_OUT },
    ],
    keptFor: {
      setting: 'mailDays',
      countedAs: 'inboundMails',
      since: 'received_at',
      key: 'id',
      condition: 'finished_at IS NOT NULL',
      // With their bytes, as many as may be large.
      atOnce: 100,
    },
  }),
  conversation_recipients: leftOut('an address proves itself to the installation that writes to it'),
  message_mails: exported(),
  unverified_mail_counts: leftOut('they count the day of one installation', {
    expires: [
      { key: 'workspace_id, mailbox', condition: `day < (statement_timestamp() AT TIME ZONE 'UTC')::date - 1` },
    ],
  }),
  verified_recipients: leftOut('an address proves itself to the installation that writes to it', {
    expires: [{ key: 'workspace_id, address', condition: `verified_at < statement_timestamp() - interval '1 year'` }],
  }),
};
