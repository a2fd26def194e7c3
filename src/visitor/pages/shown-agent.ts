import type { PublicAgent } from '../agents/visitor-agent.types';
import type { VisitorWords } from './visitor-files';

/** As the data block has it: `Agent` in src/visitor-ui/app/bootstrap.ts. */
export interface ShownAgent {
  displayName: string;
  greeting: string;
  placeholder: string;
  sendLabel: string;
  poweredBy: string | null;
  suggestedPrompts: string[];
  promptGroups: { title: string; prompts: string[] }[];
  privacyPolicyUrl: string | null;
  learning: boolean;
  dictation: boolean;
  files: PublicAgent['files'];
  voice: { consentCopy: string; language: string; voiceId: string | null; maxDurationSeconds: number } | null;
  socialLinks: { label: string; url: string }[];
  website: string | null;
  supportEmail: string | null;
  logoUrl: string | null;
}

/** The agent with its labels in one language. `english`: the words that agents are made with. */
export function shownAgent(agent: PublicAgent, words: VisitorWords, english: VisitorWords): ShownAgent {
  const { labels, voice } = agent;
  const translated = (own: string | null, key: string): string => own ?? String(words[key]);
  const unlessShipped = (text: string, key: string): string => (text === english[key] ? String(words[key]) : text);
  return {
    displayName: agent.displayName || translated(null, 'open'),
    greeting: unlessShipped(agent.greeting, 'greeting'),
    placeholder: translated(labels.composerPlaceholder, 'placeholder'),
    // It is the name of a button that shows an arrow: it has one even if the label was emptied.
    sendLabel: translated(labels.sendButton || null, 'send'),
    poweredBy: agent.showPoweredBy ? translated(labels.poweredBy, 'poweredBy') : null,
    suggestedPrompts: agent.suggestedPrompts,
    promptGroups: agent.promptGroups,
    privacyPolicyUrl: agent.privacyPolicyUrl,
    learning: agent.keepsUnansweredQuestions,
    dictation: agent.dictationEnabled,
    files: agent.files,
    voice: voice.enabled
      ? {
          consentCopy: unlessShipped(voice.consentCopy, 'consentCopy'),
          language: voice.language,
          voiceId: voice.voiceId,
          maxDurationSeconds: voice.maxDurationSeconds,
        }
      : null,
    socialLinks: agent.socialLinks,
    website: agent.website,
    supportEmail: agent.supportEmail,
    logoUrl: agent.logoUrl,
  };
}

/** The name of the button in the page. */
export function openLabel({ labels }: PublicAgent, words: VisitorWords): string {
  return labels.openButton || String(words['open']);
}

/** Dictation and spoken turns need it; nothing else does. */
export function usesMicrophone({ dictationEnabled, voice }: PublicAgent): boolean {
  return dictationEnabled || voice.enabled;
}
