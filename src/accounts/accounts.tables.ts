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
        // A credential that outlasts its issuer session still refers to it, as long as the account exists; so does a device that
        // was registered in a session that was ended, or it would be notified again.
        condition: `expires_at < now() - interval '30 days'
          AND NOT EXISTS (SELECT FROM account_credentials c WHERE c.issuer_session_id = sessions.id)
          AND NOT (revoked_at IS NOT NULL
            AND EXISTS (SELECT FROM notification_devices d WHERE d.session_id = sessions.id))`,
      },
    ],
  }),
};
