import { CreateNotificationDevices1795000120000 } from './1795000120000-create-notification-devices';

export const NOTIFICATIONS_MIGRATIONS = [CreateNotificationDevices1795000120000];
