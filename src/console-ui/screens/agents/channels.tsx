import type { ReactNode } from 'react';
import { CopyText, LinkButton, Notice, SwitchField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { AgentFields, useAgentForm } from './agent-form';
import { CustomDomains } from './custom-domains';
import { FileSettings } from './file-settings';
import { IdentityKeys } from './identity-keys';
import { LinesField } from './lines-field';
import { MailChannel } from './mail-channel';
import { chatPageOf, snippetOf } from './snippet';
import type { TabProps } from './queries';

/** Where customers reach the agent. */
export function ChannelsTab(props: TabProps): ReactNode {
  const text = useText();
  const { agent, isAdmin } = props;
  const form = useAgentForm(agent);
  const { draft, change } = form;
  return (
    <div className="stacked">
      <section className="part" aria-labelledby="web-title">
        <h2 id="web-title">{text('channels.web')}</h2>
        {agent.status !== 'active' && (
          <Notice kind="warning">
            {text('channels.inactive')}{' '}
            <LinkButton to={`/w/${agent.workspaceId}/agents/${agent.id}/behaviour`}>
              {text('agents.tab.behaviour')}
            </LinkButton>
          </Notice>
        )}
        <CopyText label={text('channels.snippet')} value={snippetOf(agent.id)} />
        <p className="soft">{text('channels.snippetHelp')}</p>
        {agent.chatPageEnabled && (
          <>
            <CopyText label={text('channels.page')} value={chatPageOf(agent.id)} />
            <p>
              <a className="link" href={chatPageOf(agent.id)} target="_blank" rel="noopener noreferrer">
                {text('channels.openPage')}
              </a>
            </p>
          </>
        )}
        <AgentFields form={form} isAdmin={isAdmin}>
          <SwitchField
            label={text('channels.widgetEnabled')}
            value={draft.widgetConfig.widgetEnabled}
            onChange={(widgetEnabled) => change({ widgetConfig: { ...draft.widgetConfig, widgetEnabled } })}
            isDisabled={!isAdmin}
          />
          <LinesField
            label={text('channels.sites')}
            help={text('channels.sitesHelp')}
            name="allowedDomains"
            lines={draft.allowedDomains}
            onChange={(allowedDomains) => change({ allowedDomains })}
          />
          <SwitchField
            label={text('channels.pageEnabled')}
            value={draft.chatPageEnabled}
            onChange={(chatPageEnabled) => change({ chatPageEnabled })}
            isDisabled={!isAdmin}
          />
          <SwitchField
            label={text('channels.indexable')}
            value={draft.indexable}
            onChange={(indexable) => change({ indexable })}
            isDisabled={!isAdmin}
          />
          <TextField
            label={text('agents.supportEmail')}
            help={text('agents.supportEmailHelp')}
            name="supportEmail"
            type="email"
            value={draft.supportEmail ?? ''}
            onChange={(email) => change({ supportEmail: email || null })}
          />
          <TextField
            label={text('agents.fromName')}
            name="emailFromName"
            value={draft.emailFromName ?? ''}
            onChange={(name) => change({ emailFromName: name || null })}
            maxLength={255}
          />
          <SwitchField
            label={text('agents.notifyNew')}
            value={draft.notifyConfig.onNewConversation}
            onChange={(onNewConversation) => change({ notifyConfig: { ...draft.notifyConfig, onNewConversation } })}
            isDisabled={!isAdmin}
          />
          <TextField
            label={text('agents.notifyEmail')}
            name="notifyConfig/email"
            type="email"
            value={draft.notifyConfig.email ?? ''}
            onChange={(email) => change({ notifyConfig: { ...draft.notifyConfig, email: email || null } })}
          />
        </AgentFields>
      </section>
      <MailChannel {...props} />
      <FileSettings {...props} />
      <CustomDomains {...props} />
      {isAdmin && <IdentityKeys agent={agent} />}
    </div>
  );
}
