import { mayUse, type OperationWithRole, type Role } from '../../api/roles';
import type { WordKey } from '../../words/words';

interface SettingsArea {
  /** Below /w/{id}/settings/. */
  path: string;
  name: WordKey;
  /** The operation without which the area shows nothing. */
  needs?: OperationWithRole;
}

/** In the order in which they stand. */
const AREAS: readonly SettingsArea[] = [
  { path: 'general', name: 'settings.general', needs: 'updateWorkspace' },
  { path: 'members', name: 'settings.members' },
  { path: 'labels', name: 'settings.labels' },
  { path: 'saved-replies', name: 'settings.savedReplies' },
  { path: 'notifications', name: 'settings.notifications' },
  { path: 'sla', name: 'settings.sla' },
  { path: 'mail', name: 'settings.mail' },
  { path: 'domains', name: 'settings.domains', needs: 'registerCustomDomain' },
  { path: 'keys', name: 'settings.keys', needs: 'listWorkspaceKeys' },
  { path: 'webhooks', name: 'settings.webhooks', needs: 'listWebhooks' },
  { path: 'model', name: 'settings.model', needs: 'getWorkspaceModelSettings' },
  { path: 'usage', name: 'settings.usage' },
  { path: 'retention', name: 'settings.retention', needs: 'getRetention' },
  { path: 'audit', name: 'settings.audit', needs: 'listAuditEntries' },
];

/** The areas that a role can use; of the others the service would refuse every read. */
export function settingsFor(role: Role): readonly SettingsArea[] {
  return AREAS.filter(({ needs }) => needs === undefined || mayUse(role, needs));
}
