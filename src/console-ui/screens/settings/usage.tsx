import { useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Empty, Loading, Problem, Progress, Screen, SelectField, Table } from '../../kit';
import { useText, useWords } from '../../words/words';
import { agentsQuery } from '../agents/queries';

const PERIODS = ['7', '30', '90', '366'] as const;

/** Credits of the copilot in this month, and tokens at model servers by day, agent and model. */
export function Usage(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  return (
    <Screen title={text('settings.usage')}>
      <Credits workspaceId={workspaceId} />
      <Tokens workspaceId={workspaceId} />
    </Screen>
  );
}

function Credits({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { data, error, refetch } = useQuery({
    queryKey: ['getCredits', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/credits', { params: { path: { workspaceId } } })),
  });
  const month =
    data &&
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(data.month));
  return (
    <section className="section" aria-labelledby="credits-title">
      <h2 id="credits-title">{text('usage.credits')}</h2>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      {data && (
        <>
          <p>
            {data.limit === null
              ? text('usage.creditsSpent', { month: month!, count: data.spent })
              : text('usage.creditsOf', { month: month!, count: data.spent, limit: data.limit })}
          </p>
          {data.limit !== null && data.limit > 0 && (
            <Progress label={text('usage.credits')} value={Math.min(1, data.spent / data.limit)} />
          )}
          {data.held > 0 && <p className="soft">{text('usage.creditsHeld', { count: data.held })}</p>}
        </>
      )}
    </section>
  );
}

function Tokens({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const [days, setDays] = useState<(typeof PERIODS)[number]>('30');
  const { data: agents = [], error: failed, refetch } = useQuery(agentsQuery(workspaceId));
  const usages = useQueries({
    queries: agents.map((agent) => ({
      queryKey: ['listAgentTokenUsage', workspaceId, agent.id, days],
      queryFn: async () => {
        const params = { path: { workspaceId, agentId: agent.id }, query: { days: Number(days) } };
        const { usage } = await dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/token-usage', { params }));
        return usage.map((row) => ({ ...row, agent: agent.name, agentId: agent.id }));
      },
    })),
  });
  const failure = usages.find(({ error }) => error);
  const rows = usages
    .flatMap(({ data }) => data ?? [])
    .sort((one, other) => other.day.localeCompare(one.day) || one.agent.localeCompare(other.agent));
  const number = new Intl.NumberFormat(locale);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const isReading = usages.some(({ isPending }) => isPending);
  return (
    <section className="part" aria-labelledby="tokens-title">
      <h2 id="tokens-title">{text('usage.tokens')}</h2>
      <p className="soft">{text('usage.tokensHelp')}</p>
      <SelectField
        label={text('usage.period')}
        options={PERIODS.map((value) => ({ value, name: text('usage.days', { count: Number(value) }) }))}
        value={days}
        onChange={setDays}
      />
      {failed && <Problem problem={failed} onRetry={() => void refetch()} />}
      {failure && <Problem problem={failure.error} onRetry={() => void failure.refetch()} />}
      {isReading && <Loading />}
      {!isReading && !failure && !failed && rows.length === 0 && <Empty>{text('usage.none')}</Empty>}
      {rows.length > 0 && (
        <Table
          label={text('usage.tokens')}
          columns={[
            text('budget.day'),
            text('usage.agent'),
            text('agents.model'),
            text('budget.requests'),
            text('budget.input'),
            text('budget.output'),
          ]}
        >
          {rows.map((row) => (
            <tr key={`${row.day} ${row.agentId} ${row.model}`}>
              <td>{day.format(new Date(row.day))}</td>
              <td>
                <bdi>{row.agent}</bdi>
              </td>
              <td>
                <bdi>{row.model}</bdi>
              </td>
              <td>{number.format(row.requests)}</td>
              <td>{number.format(row.inputTokens)}</td>
              <td>{number.format(row.outputTokens)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
