import { RequestExamples } from '../../common/operations/request-examples';
import { Flag, Ids, SetOf } from '../../common/validation/plain-fields';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '../notices/member-notification.types';

@RequestExamples({ 'no text of customers': { showContent: false } })
export class UpdateNotificationSettingsInput {
  /** Whether to mute all notifications of this workspace. */
  @Flag({ optional: true })
  muted?: boolean;

  /** Whether notifications show text of customers. Lock screens can show notifications. */
  @Flag({ optional: true })
  showContent?: boolean;

  /** The agents whose notifications you mute. Replaces the list. */
  @Ids({ size: 1000, optional: true })
  mutedAgentIds?: string[];

  /** The events that you get no emails about, regardless of your preferences. Replaces the list. */
  @SetOf(NOTIFICATION_EVENTS, { optional: true })
  unsubscribedEvents?: NotificationEvent[];
}
