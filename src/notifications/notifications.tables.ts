import { exported, ofInstallation } from '../common/feature/table-policy';
import type { PushSubscription } from './devices/notification-device.types';

export const NOTIFICATIONS_TABLES = {
  notification_devices: ofInstallation({
    sealed: [
      {
        column: 'subscription_sealed',
        purpose: 'notification-device',
        fingerprint: { column: 'endpoint_hash', of: (text) => (JSON.parse(text) as PushSubscription).endpoint },
      },
    ],
    expires: [
      {
        key: 'id',
        condition: `expired_at < statement_timestamp() - interval '90 days' OR EXISTS (
          SELECT FROM sessions s WHERE s.id = session_id AND s.revoked_at < statement_timestamp() - interval '30 days')`,
      },
    ],
  }),
  notification_opt_outs: exported(),
  notification_settings: exported(),
  push_keys: ofInstallation({ sealed: [{ column: 'private_key_sealed', purpose: 'push-key' }] }),
};
