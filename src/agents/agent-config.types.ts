/** Corners of the page that the chat bubble can sit in. */
export const BUBBLE_POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export const CHAT_PAGE_THEMES = ['system', 'light', 'dark'] as const;
/** The greeting of an agent without one of its own. In English. */
export const DEFAULT_GREETING = 'Hello! How can I help?';

/** How the chat looks on the customer's own pages. */
export interface WidgetConfig {
  /** `#rrggbb`, in lower case. */
  accentColor: string;
  displayName: string;
  greeting: string;
  suggestedPrompts: string[];
  promptGroups: { title: string; prompts: string[] }[];
  labels: {
    /** BCP 47, or `auto`. */
    locale: string;
    composerPlaceholder: string;
    sendButton: string;
    openButton: string;
    poweredBy: string;
  };
  messagePlaceholder: string;
  privacyPolicyUrl: string | null;
  dictationEnabled: boolean;
  showPoweredBy: boolean;
  bubblePosition: (typeof BUBBLE_POSITIONS)[number];
  socialLinks: { label: string; url: string }[];
  showSupportEmail: boolean;
  chatPageTheme: (typeof CHAT_PAGE_THEMES)[number];
  widgetEnabled: boolean;
}

/** The addresses that get email about the agent's conversations. */
export interface NotifyConfig {
  email: string | null;
  onNewConversation: boolean;
}

/** Spoken conversations. */
export interface VoiceConfig {
  enabled: boolean;
  /** BCP 47, or `auto`. */
  language: string;
  /** Spoken before the conversation begins. */
  consentCopy: string;
  maxDurationSeconds: number;
  /** At its provider; null: the default voice. */
  voiceId: string | null;
}

/** What is kept to make answers better. */
export interface LearningConfig {
  /** Whether knowledge gaps are kept. */
  captureEnabled: boolean;
}
