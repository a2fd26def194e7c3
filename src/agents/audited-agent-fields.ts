import type { FieldKind } from '../common/operations/audited';

/** What the audit log shows of an agent's settings. */
export const AUDITED_AGENT_FIELDS: Readonly<Record<string, FieldKind>> = {
  name: 'text',
  status: 'plain',
  systemPrompt: 'text',
  model: 'text',
  temperature: 'plain',
  rateLimitPerMinute: 'plain',
  allowedDomains: 'text',
  escalationTeamId: 'text',
  supportEmail: 'personal',
  website: 'url',
  logoUrl: 'url',
  emailFromName: 'personal',
  widgetConfig: 'text',
  'notifyConfig.email': 'personal',
  'notifyConfig.onNewConversation': 'plain',
  voiceConfig: 'text',
  learningConfig: 'text',
  chatPageEnabled: 'plain',
  indexable: 'plain',
};
