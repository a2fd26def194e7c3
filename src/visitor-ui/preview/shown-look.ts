import type { Agent, Words } from '../app/bootstrap';
import english from '../words/en.json';

/** The settings of an agent that visitors see, as the API has them, and perhaps not saved yet. */
export interface Look {
  widgetConfig: {
    displayName: string;
    greeting: string;
    accentColor: string;
    suggestedPrompts: string[];
    promptGroups: Agent['promptGroups'];
    labels: { composerPlaceholder: string; sendButton: string; openButton: string; poweredBy: string };
    messagePlaceholder: string;
    privacyPolicyUrl: string | null;
    dictationEnabled: boolean;
    showPoweredBy: boolean;
    bubblePosition: string;
    socialLinks: Agent['socialLinks'];
    showSupportEmail: boolean;
  };
  learningConfig: { captureEnabled: boolean };
  files: Agent['files'];
  voiceConfig: NonNullable<Agent['voice']> & { enabled: boolean };
  logoUrl: string | null;
  website: string | null;
  supportEmail: string | null;
}

/** As the service gives the look to visitors: texts that the agent was made with are in the visitor's language. */
export function shownLook({ widgetConfig: widget, voiceConfig, ...agent }: Look, words: Words): Agent {
  const { labels } = widget;
  const own = (text: string, key: Translated): string => (text === english[key] ? words[key] : text);
  const { enabled, ...voice } = voiceConfig;
  return {
    displayName: widget.displayName || words.open,
    greeting: own(widget.greeting, 'greeting'),
    placeholder: own(
      [widget.messagePlaceholder, labels.composerPlaceholder].find(
        (text) => text !== '' && text !== english.placeholder,
      ) ?? english.placeholder,
      'placeholder',
    ),
    sendLabel: own(labels.sendButton, 'send') || words.send,
    poweredBy: widget.showPoweredBy ? own(labels.poweredBy, 'poweredBy') : null,
    suggestedPrompts: widget.suggestedPrompts,
    promptGroups: widget.promptGroups,
    privacyPolicyUrl: widget.privacyPolicyUrl,
    learning: agent.learningConfig.captureEnabled,
    dictation: widget.dictationEnabled,
    files: agent.files,
    voice: enabled ? { ...voice, consentCopy: own(voice.consentCopy, 'consentCopy') } : null,
    socialLinks: widget.socialLinks,
    website: agent.website,
    supportEmail: widget.showSupportEmail ? agent.supportEmail : null,
    logoUrl: agent.logoUrl,
  };
}

type Translated = 'greeting' | 'placeholder' | 'send' | 'open' | 'poweredBy' | 'consentCopy';

/** The name of the button in the page. */
export function openLabelOf({ widgetConfig: { labels } }: Look, words: Words): string {
  return labels.openButton === '' || labels.openButton === english.open ? words.open : labels.openButton;
}
