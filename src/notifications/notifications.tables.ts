import { exported, ofInstallation } from '../common/feature/table-policy';

export const NOTIFICATIONS_TABLES = {
  notification_devices: ofInstallation(),
  notification_opt_outs: exported(),
  notification_settings: exported(),
  push_keys: ofInstallation(),
};
