import { Flag, Ids } from '../../common/validation/plain-fields';

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
}
