import {
  DEFAULT_GREETING,
  type LearningConfig,
  type NotifyConfig,
  type VoiceConfig,
  type WidgetConfig,
} from './agent-config.types';

/** What an agent has where its creation names nothing. Stored with the agent: a later default changes no agent. */
export function defaultConfigs(agentName: string): {
  widgetConfig: WidgetConfig;
  notifyConfig: NotifyConfig;
  voiceConfig: VoiceConfig;
  learningConfig: LearningConfig;
} {
  return {
    widgetConfig: {
      accentColor: '#4f46e5',
      displayName: agentName,
      greeting: DEFAULT_GREETING,
      suggestedPrompts: [],
      promptGroups: [],
      labels: {
        locale: 'auto',
        composerPlaceholder: 'Write a message…',
        sendButton: 'Send',
        openButton: 'Chat with us',
        poweredBy: 'Powered by Parley',
      },
      messagePlaceholder: 'Write a message…',
      privacyPolicyUrl: null,
      dictationEnabled: false,
      showPoweredBy: true,
      bubblePosition: 'bottom-right',
      socialLinks: [],
      showSupportEmail: false,
      chatPageTheme: 'system',
      widgetEnabled: true,
    },
    notifyConfig: { email: null, onNewConversation: false },
    voiceConfig: {
      enabled: false,
      language: 'auto',
      consentCopy: 'This conversation is with an automated agent.',
      maxDurationSeconds: 600,
      voiceId: null,
    },
    learningConfig: { captureEnabled: true },
  };
}

/** Low, because answers are to follow the sources. */
export const DEFAULT_TEMPERATURE = 0.2;
