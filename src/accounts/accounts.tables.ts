import { ofInstallation } from '../common/feature/table-policy';

export const ACCOUNTS_TABLES = {
  account_addresses: ofInstallation({
    expires: [{ key: 'account_id, address_hash', condition: 'known_until < now()' }],
  }),
  accounts: ofInstallation(),
  email_tokens: ofInstallation({
    expires: [{ key: 'token_hash', condition: `expires_at < now() - interval '7 days'` }],
  }),
  local_identities: ofInstallation(),
  registrations: ofInstallation({
    expires: [{ key: 'id', condition: `expires_at < now() - interval '7 days'` }],
  }),
  sessions: ofInstallation({
    expires: [
      {
        key: 'id',
        // Not while an existing account has a credential or device that refers to it: a credential can outlast its
        // issuer session, and a device registered in an ended session would otherwise be notified again.
        condition: `expires_at < now() - interval '30 days'
          AND NOT EXISTS (SELECT FROM account_credentials c WHERE c.issuer_session_id = sessions.id)
          AND NOT (revoked_at IS NOT NULL
            AND EXISTS (SELECT FROM notification_devices d WHERE d.session_id = sessions.id))`,
      },
    ],
  }),
};
