import type { WordKey, Words } from '../../words/words';

/** Fields of an agent with the words that forms have for them. */
const NAMES = {
  name: 'agents.name',
  status: 'agents.status',
  systemPrompt: 'agents.prompt',
  model: 'agents.model',
  temperature: 'agents.temperature',
  rateLimitPerMinute: 'agents.rate',
  website: 'agents.website',
  logoUrl: 'agents.logo',
  supportEmail: 'agents.supportEmail',
  emailFromName: 'agents.fromName',
  allowedDomains: 'channels.sites',
  chatPageEnabled: 'channels.pageEnabled',
  indexable: 'channels.indexable',
  'learningConfig.captureEnabled': 'agents.capture',
  'notifyConfig.email': 'agents.notifyEmail',
  'notifyConfig.onNewConversation': 'agents.notifyNew',
  'widgetConfig.widgetEnabled': 'channels.widgetEnabled',
  'widgetConfig.displayName': 'look.displayName',
  'widgetConfig.greeting': 'look.greeting',
  'widgetConfig.accentColor': 'look.accent',
  'widgetConfig.suggestedPrompts': 'look.prompts',
  'widgetConfig.bubblePosition': 'look.position',
  'widgetConfig.chatPageTheme': 'look.theme',
  'widgetConfig.messagePlaceholder': 'look.placeholder',
  'widgetConfig.privacyPolicyUrl': 'look.privacy',
} as const satisfies Record<string, WordKey>;

/** What a form calls the field with this path, such as `widgetConfig.greeting`; else the path. */
export function fieldName(text: Words['text'], path: string): string {
  return Object.hasOwn(NAMES, path) ? text(NAMES[path as keyof typeof NAMES]) : path;
}
