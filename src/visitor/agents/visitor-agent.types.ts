import type { AllowedFiles } from '../../files/file.types';

/** The public fields of an agent that answers. */
export interface PublicAgent {
  id: string;
  displayName: string;
  greeting: string;
  accentColor: string;
  suggestedPrompts: string[];
  promptGroups: { title: string; prompts: string[] }[];
  locale: string;
  labels: {
    composerPlaceholder: string | null;
    sendButton: string | null;
    openButton: string | null;
    poweredBy: string | null;
  };
  privacyPolicyUrl: string | null;
  dictationEnabled: boolean;
  showPoweredBy: boolean;
  bubblePosition: string;
  socialLinks: { label: string; url: string }[];
  supportEmail: string | null;
  website: string | null;
  logoUrl: string | null;
  chatPageTheme: string;
  widgetEnabled: boolean;
  chatPageEnabled: boolean;
  voice: {
    enabled: boolean;
    language: string;
    consentCopy: string;
    maxDurationSeconds: number;
    voiceId: string | null;
  };
  keepsUnansweredQuestions: boolean;
  files: AllowedFiles;
}

/** The same with what documents need besides. */
export interface ShownAgent {
  workspaceId: string;
  agent: PublicAgent;
  allowedDomains: string[];
  /** Search engines may list its page. */
  indexable: boolean;
}
