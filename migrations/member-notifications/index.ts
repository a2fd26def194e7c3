import { CreateMemberNotifications1795000120000 } from './1795000120000-create-member-notifications';
import { NotifyUndelivered1795000140000 } from './1795000140000-notify-undelivered';
import { RememberWhatWasTold1795000142000 } from './1795000142000-remember-what-was-told';
import { FindNotificationsByMail1795000142100 } from './1795000142100-find-notifications-by-mail';

export const MEMBER_NOTIFICATIONS_MIGRATIONS = [
  CreateMemberNotifications1795000120000,
  NotifyUndelivered1795000140000,
  RememberWhatWasTold1795000142000,
  FindNotificationsByMail1795000142100,
];
