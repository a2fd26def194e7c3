import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, CopyText, FormProblem, LinkButton, Notice } from '../../kit';
import { useText } from '../../words/words';
import { type Agent, agentsQuery, pathOf } from '../agents/queries';
import { chatPageOf, snippetOf } from '../agents/snippet';

/** The snippet for a website, and the chat page. */
export function Share({ agent }: { agent: Agent }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const openPage = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}', {
          params: { path: pathOf(agent) },
          body: { chatPageEnabled: true, expectedUpdatedAt: agent.updatedAt },
        }),
      ),
    onSettled: () => queries.invalidateQueries(agentsQuery(agent.workspaceId)),
  });
  return (
    <>
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
      {!agent.chatPageEnabled && (
        <div>
          <Button isPending={openPage.isPending} onPress={() => openPage.mutate()}>
            {text('welcome.openPage')}
          </Button>
          <FormProblem problem={openPage.error} />
        </div>
      )}
      {agent.chatPageEnabled && agent.status === 'active' && (
        <p>
          <a className="link" href={chatPageOf(agent.id)} target="_blank" rel="noopener noreferrer">
            {text('channels.openPage')}
          </a>{' '}
          {text('welcome.pageHelp')}
        </p>
      )}
      <p>
        <LinkButton to={`/w/${agent.workspaceId}`} look="primary">
          {text('welcome.done')}
        </LinkButton>
      </p>
    </>
  );
}
