import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { mayUse } from '../../api/roles';
import { Icon, LinkButton } from '../../kit';
import { useText, type WordKey } from '../../words/words';
import { type Agent, agentsQuery, pathOf } from '../agents/queries';
import { installationQuery, useOwnMember } from '../frame/session';
import { agentOfWelcome, isOfUse } from './progress';

interface Task {
  name: WordKey;
  isDone: boolean;
  to: string | null;
}

/** What is left to set up, from the data of the workspace. Nothing once all of it is done, for other members, or if it cannot be read. */
export function Checklist({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const isAdmin = mayUse(useOwnMember(workspaceId).role, 'createAgent');
  const { data: agents } = useQuery({ ...agentsQuery(workspaceId), enabled: isAdmin });
  const { data: members } = useQuery({
    queryKey: ['listMembers', workspaceId, 'checklist'],
    queryFn: () =>
      dataOf(api.GET('/workspaces/{workspaceId}/members', { params: { path: { workspaceId }, query: { limit: 2 } } })),
    enabled: isAdmin,
  });
  const { data: installation } = useQuery(installationQuery);
  const agent = agents ? agentOfWelcome(agents) : null;
  const { data: mail } = useQuery({
    queryKey: ['getAgentMailAddress', workspaceId, agent?.id],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/mail-address', {
          params: { path: { workspaceId, agentId: agent!.id } },
        }),
      ),
    enabled: agent !== null,
  });
  const filled = agents?.filter(({ sourceCount }) => sourceCount > 0) ?? [];
  const { data: hasKnowledge = false } = useQuery({
    queryKey: ['listSources', workspaceId, 'checklist', filled.map(({ id, sourceCount }) => `${id} ${sourceCount}`)],
    queryFn: () => hasSourceOfUse(filled),
    enabled: filled.length > 0,
    staleTime: 0,
  });
  if (!isAdmin || !agents || !members || !installation) return null;
  const tasks: Task[] = [
    {
      name: 'checklist.source',
      isDone: hasKnowledge,
      to: `/w/${workspaceId}/welcome`,
    },
    {
      name: 'checklist.visitor',
      isDone: agents.some(({ conversationCount }) => conversationCount > 0),
      to: agent ? `/w/${workspaceId}/agents/${agent.id}/channels` : `/w/${workspaceId}/welcome`,
    },
    {
      name: 'checklist.mail',
      isDone: mail !== undefined && mail.address !== null,
      to: agent ? `/w/${workspaceId}/agents/${agent.id}/channels` : null,
    },
    {
      name: 'checklist.colleague',
      isDone: members.members.length > 1,
      to: `/w/${workspaceId}/settings/members`,
    },
    // The operator sets it, in no screen of the console.
    { name: 'checklist.smtp', isDone: installation.mail === 'smtp', to: null },
  ];
  if (tasks.every(({ isDone }) => isDone)) return null;
  return (
    <section className="checklist" aria-labelledby="checklist-title">
      <h2 id="checklist-title">{text('checklist.title')}</h2>
      <ul className="changes">
        {tasks.map(({ name, isDone, to }) => (
          <li key={name} className={isDone ? 'good' : ''}>
            {isDone ? <Icon name="check" /> : <Icon name="clock" />}
            {isDone || to === null ? <span>{text(name)}</span> : <LinkButton to={to}>{text(name)}</LinkButton>}{' '}
            <span className="for-screen-readers">{text(isDone ? 'checklist.done' : 'checklist.open')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Mostly the first page of the first agent tells it. */
async function hasSourceOfUse(agents: readonly Agent[]): Promise<boolean> {
  for (const agent of agents) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Schemas['SourcePage'] = await dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/sources', {
          params: { path: pathOf(agent), query: { limit: 25, ...(cursor && { cursor }) } },
        }),
      );
      if (page.sources.some(isOfUse)) return true;
      cursor = page.nextCursor;
    }
  }
  return false;
}
