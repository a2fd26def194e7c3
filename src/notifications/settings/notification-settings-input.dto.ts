import { Flag, Ids, SetOf } from '../../common/validation/plain-fields';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../notices/member-notification.types';

export class UpdateNotificationSettingsInput {
  /** Whether you hear nothing of this workspace. */
  @Flag({ optional: true })
  muted?: boolean;

  /** Whether notifications show what customers write. They are seen on lock screens. */
  @Flag({ optional: true })
  showContent?: boolean;

  /** The agents that you hear nothing of. Replaces the list. */
  @Ids({ size: 1000, optional: true })
  mutedAgentIds?: string[];

  /** The events that you get no emails about, whatever your preferences say. Replaces the list. */
  @SetOf(NOTIFICATION_EVENTS, { optional: true })
  unsubscribedEvents?: NotificationEvent[];
}
