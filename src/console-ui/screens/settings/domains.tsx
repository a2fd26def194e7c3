import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Empty, LinkButton, Loading, Notice, Problem, Screen, SelectField } from '../../kit';
import { useText } from '../../words/words';
import { Domain, domainsQuery, NewDomain } from '../agents/custom-domains';
import { agentsQuery } from '../agents/queries';

/** Domains of all agents, each with the records that its name servers need. */
export function Domains(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const agents = useQuery(agentsQuery(workspaceId));
  const domains = useQuery(domainsQuery(workspaceId));
  const [chosen, setChosen] = useState<string | null>(null);
  const error = agents.error ?? domains.error;
  const agent = agents.data?.find(({ id }) => id === chosen) ?? agents.data?.[0];
  return (
    <Screen title={text('settings.domains')}>
      <p className="soft">{text('domains.help')}</p>
      {error && (
        <Problem
          problem={error}
          onRetry={() => {
            void agents.refetch();
            void domains.refetch();
          }}
        />
      )}
      {!error && (!domains.data || !agents.data) && <Loading />}
      {domains.data?.length === 0 && <Empty>{text('domains.none')}</Empty>}
      {domains.data?.map(({ id, agentId }) => (
        <div key={id} className="part">
          <p>
            {text('domains.of')}{' '}
            <LinkButton to={`/w/${workspaceId}/agents/${agentId}/channels`}>
              {agents.data?.find((one) => one.id === agentId)?.name ?? agentId}
            </LinkButton>
          </p>
          <Domain workspaceId={workspaceId} isAdmin customDomainId={id} />
        </div>
      ))}
      {agents.data?.length === 0 && <Notice>{text('domains.noAgents')}</Notice>}
      {agent && (
        <section className="section" aria-labelledby="new-domain">
          <h2 id="new-domain">{text('domains.new')}</h2>
          <SelectField
            label={text('domains.agent')}
            options={agents.data!.map(({ id, name }) => ({ value: id, name }))}
            value={agent.id}
            onChange={setChosen}
          />
          <NewDomain agent={agent} />
        </section>
      )}
    </Screen>
  );
}
