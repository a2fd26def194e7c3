import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { isProblem } from '../../api/problems';
import { mayUse } from '../../api/roles';
import { LinkButton, Loading, Notice, Problem, Screen, Tab, TabList, TabPanel, Tabs } from '../../kit';
import { useText } from '../../words/words';
import { NotFound } from '../frame/failures';
import { useOwnMember } from '../frame/session';
import { agentQuery, type TabProps } from './queries';

const TABS = {
  try: lazy(async () => ({ default: (await import('./try')).TryTab })),
  knowledge: lazy(async () => ({ default: (await import('./knowledge')).KnowledgeTab })),
  gaps: lazy(async () => ({ default: (await import('./gaps')).GapsTab })),
  tests: lazy(async () => ({ default: (await import('./tests')).TestsTab })),
  look: lazy(async () => ({ default: (await import('./look')).LookTab })),
  channels: lazy(async () => ({ default: (await import('./channels')).ChannelsTab })),
  behaviour: lazy(async () => ({ default: (await import('./behaviour')).BehaviourTab })),
} as const satisfies Record<string, ComponentType<TabProps>>;

type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

/** One agent: a tab with an address for each part of it. */
export function AgentScreen(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { workspaceId, agentId, tab } = useParams({ from: '/w/$workspaceId/agents/$agentId/$tab' });
  const isAdmin = mayUse(useOwnMember(workspaceId).role, 'updateAgent');
  const { data: agent, error, refetch } = useQuery(agentQuery(workspaceId, agentId));
  if ((isProblem(error) && (error.status === 404 || error.status === 400)) || !Object.hasOwn(TABS, tab))
    return <NotFound />;
  if (!agent) {
    return (
      <Screen title={text('agents.title')}>
        {error ? <Problem problem={error} onRetry={() => void refetch()} /> : <Loading />}
      </Screen>
    );
  }
  return (
    <Screen
      title={agent.name}
      actions={
        <>
          <span className={`state ${agent.status}`}>{text(`agents.state.${agent.status}`)}</span>
          <LinkButton to={`/w/${workspaceId}/agents`} look="quiet" icon="back">
            {text('agents.all')}
          </LinkButton>
        </>
      }
    >
      {agent.deletionScheduledAt && <Notice kind="warning">{text('agents.deleting')}</Notice>}
      <Tabs
        selectedKey={tab}
        onSelectionChange={(to) =>
          void navigate({
            to: '/w/$workspaceId/agents/$agentId/$tab',
            params: { workspaceId, agentId, tab: String(to) },
          })
        }
      >
        <TabList aria-label={agent.name}>
          {NAMES.map((name) => (
            <Tab key={name} id={name}>
              {text(`agents.tab.${name}`)}
            </Tab>
          ))}
        </TabList>
        {NAMES.map((name) => {
          const Content = TABS[name];
          return (
            <TabPanel key={name} id={name}>
              <Suspense fallback={<Loading />}>
                <Content key={agent.id} agent={agent} isAdmin={isAdmin} />
              </Suspense>
            </TabPanel>
          );
        })}
      </Tabs>
    </Screen>
  );
}
