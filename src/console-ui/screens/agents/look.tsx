import type { ReactNode } from 'react';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { AgentFields, useAgentForm } from './agent-form';
import { LinesField } from './lines-field';
import { PromptGroups, SocialLinks } from './look-lists';
import { LookPreview } from './look-preview';
import { TestPageLink } from './test-page-link';
import type { Agent, TabProps } from './queries';

const POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

/** What visitors see of the agent. */
export function LookTab({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const form = useAgentForm(agent);
  const { draft, change } = form;
  const widget = draft.widgetConfig;
  const voice = draft.voiceConfig;
  const look = (changes: Partial<Agent['widgetConfig']>) => change({ widgetConfig: { ...widget, ...changes } });
  const label = (changes: Partial<Agent['widgetConfig']['labels']>) =>
    look({ labels: { ...widget.labels, ...changes } });
  const speak = (changes: Partial<Agent['voiceConfig']>) => change({ voiceConfig: { ...voice, ...changes } });
  const line = (name: string, value: string, onChange: (value: string) => void, of: string, maxLength = 200) => (
    <TextField label={name} name={of} value={value} onChange={onChange} maxLength={maxLength} />
  );
  return (
    <div className="look">
      <AgentFields form={form} isAdmin={isAdmin}>
        <TestPageLink agent={agent} />
        {line(
          text('look.displayName'),
          widget.displayName,
          (displayName) => look({ displayName }),
          'widgetConfig/displayName',
          255,
        )}
        <TextAreaField
          label={text('look.greeting')}
          name="widgetConfig/greeting"
          rows={3}
          value={widget.greeting}
          onChange={(greeting) => look({ greeting })}
          maxLength={2000}
        />
        <TextField
          label={text('look.accent')}
          help={text('look.accentHelp')}
          name="widgetConfig/accentColor"
          value={widget.accentColor}
          onChange={(accentColor) => look({ accentColor })}
          maxLength={7}
        />
        <LinesField
          label={text('look.prompts')}
          name="widgetConfig/suggestedPrompts"
          lines={widget.suggestedPrompts}
          onChange={(suggestedPrompts) => look({ suggestedPrompts })}
        />
        <PromptGroups groups={widget.promptGroups} onChange={(promptGroups) => look({ promptGroups })} />
        <SelectField
          label={text('look.position')}
          options={POSITIONS.map((value) => ({ value, name: text(`look.position.${value}`) }))}
          value={widget.bubblePosition}
          onChange={(bubblePosition) => look({ bubblePosition })}
          isDisabled={!isAdmin}
        />
        <SelectField
          label={text('look.theme')}
          options={THEMES.map((value) => ({ value, name: text(`look.theme.${value}`) }))}
          value={widget.chatPageTheme}
          onChange={(chatPageTheme) => look({ chatPageTheme })}
          isDisabled={!isAdmin}
        />
        {line(
          text('look.locale'),
          widget.labels.locale,
          (locale) => label({ locale }),
          'widgetConfig/labels/locale',
          64,
        )}
        {line(
          text('look.openButton'),
          widget.labels.openButton,
          (openButton) => label({ openButton }),
          'widgetConfig/labels/openButton',
        )}
        {line(
          text('look.placeholder'),
          widget.messagePlaceholder,
          (messagePlaceholder) => look({ messagePlaceholder }),
          'widgetConfig/messagePlaceholder',
        )}
        {line(
          text('look.sendButton'),
          widget.labels.sendButton,
          (sendButton) => label({ sendButton }),
          'widgetConfig/labels/sendButton',
        )}
        {line(
          text('look.composerPlaceholder'),
          widget.labels.composerPlaceholder,
          (composerPlaceholder) => label({ composerPlaceholder }),
          'widgetConfig/labels/composerPlaceholder',
        )}
        {line(
          text('look.poweredByText'),
          widget.labels.poweredBy,
          (poweredBy) => label({ poweredBy }),
          'widgetConfig/labels/poweredBy',
        )}
        <TextField
          label={text('look.privacy')}
          name="widgetConfig/privacyPolicyUrl"
          type="url"
          value={widget.privacyPolicyUrl ?? ''}
          onChange={(url) => look({ privacyPolicyUrl: url || null })}
          maxLength={2048}
        />
        <TextField
          label={text('agents.logo')}
          name="logoUrl"
          type="url"
          value={draft.logoUrl ?? ''}
          onChange={(url) => change({ logoUrl: url || null })}
          maxLength={2048}
        />
        <TextField
          label={text('agents.website')}
          name="website"
          type="url"
          value={draft.website ?? ''}
          onChange={(url) => change({ website: url || null })}
          maxLength={2048}
        />
        <SocialLinks links={widget.socialLinks} onChange={(socialLinks) => look({ socialLinks })} />
        <SwitchField
          label={text('look.dictation')}
          value={widget.dictationEnabled}
          onChange={(dictationEnabled) => look({ dictationEnabled })}
          isDisabled={!isAdmin}
        />
        <SwitchField
          label={text('look.powered')}
          value={widget.showPoweredBy}
          onChange={(showPoweredBy) => look({ showPoweredBy })}
          isDisabled={!isAdmin}
        />
        <SwitchField
          label={text('look.supportEmail')}
          value={widget.showSupportEmail}
          onChange={(showSupportEmail) => look({ showSupportEmail })}
          isDisabled={!isAdmin}
        />
        <h2>{text('look.voice')}</h2>
        <SwitchField
          label={text('look.voiceEnabled')}
          value={voice.enabled}
          onChange={(enabled) => speak({ enabled })}
          isDisabled={!isAdmin}
        />
        {line(
          text('look.voiceLanguage'),
          voice.language,
          (language) => speak({ language }),
          'voiceConfig/language',
          64,
        )}
        {line(
          text('look.consent'),
          voice.consentCopy,
          (consentCopy) => speak({ consentCopy }),
          'voiceConfig/consentCopy',
          2000,
        )}
        <TextField
          label={text('look.voiceDuration')}
          name="voiceConfig/maxDurationSeconds"
          type="number"
          inputMode="numeric"
          value={String(voice.maxDurationSeconds)}
          onChange={(typed) => Number(typed) > 0 && speak({ maxDurationSeconds: Number(typed) })}
        />
        <TextField
          label={text('look.voiceId')}
          help={text('look.voiceIdHelp')}
          name="voiceConfig/voiceId"
          value={voice.voiceId ?? ''}
          onChange={(voiceId) => speak({ voiceId: voiceId || null })}
          maxLength={128}
        />
      </AgentFields>
      <LookPreview draft={draft} />
    </div>
  );
}
