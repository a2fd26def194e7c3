import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, ConfirmedButton, Form, FormProblem, Loading, Problem, TextField, When } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import type { TabProps } from './queries';

const PATH = '/workspaces/{workspaceId}/custom-domains';

/** Every domain of the workspace. */
export const domainsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['listCustomDomains', workspaceId],
    queryFn: async () => {
      const path = { workspaceId };
      const found = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
        const page = await dataOf(api.GET(PATH, { params: { path, query } }));
        found.push(...page.customDomains);
        cursor = page.nextCursor;
      }
      return found;
    },
  });

/** Domains of the reader at which the agent's chat page answers, with the records that they need. */
export function CustomDomains({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const { data, error, refetch } = useQuery(domainsQuery(agent.workspaceId));
  return (
    <section className="part" aria-labelledby="domains-title">
      <h2 id="domains-title">{text('domains.title')}</h2>
      <p className="soft">{text('domains.help')}</p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      {data
        ?.filter(({ agentId }) => agentId === agent.id)
        .map(({ id }) => (
          <Domain key={id} workspaceId={agent.workspaceId} isAdmin={isAdmin} customDomainId={id} />
        ))}
      {isAdmin && data && <NewDomain agent={agent} />}
    </section>
  );
}

export function NewDomain({ agent }: Pick<TabProps, 'agent'>): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const once = useOnce();
  const [domain, setDomain] = useState('');
  const register = useMutation({
    mutationFn: () => {
      const body = { domain: domain.trim(), agentId: agent.id };
      const path = { workspaceId: agent.workspaceId };
      return once(body, (key) =>
        dataOf(api.POST(PATH, { params: { path, header: { 'Idempotency-Key': key } }, body })),
      );
    },
    onSuccess: async () => {
      setDomain('');
      await queries.invalidateQueries({ queryKey: ['listCustomDomains', agent.workspaceId] });
    },
  });
  return (
    <Form problem={register.error} onSubmit={() => register.mutate()}>
      <TextField
        label={text('domains.domain')}
        name="domain"
        placeholder="chat.example.com"
        value={domain}
        onChange={setDomain}
        isRequired
        maxLength={300}
      />
      <FormProblem problem={register.error} />
      <div>
        <Button type="submit" isPending={register.isPending}>
          {text('domains.add')}
        </Button>
      </div>
    </Form>
  );
}

interface DomainProps {
  workspaceId: string;
  customDomainId: string;
  isAdmin: boolean;
}

/** One domain: whether it leads here, and the records that it needs. */
export function Domain({ workspaceId, customDomainId, isAdmin }: DomainProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const params = { params: { path: { workspaceId, customDomainId } } };
  const queryKey = ['getCustomDomain', workspaceId, customDomainId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET(`${PATH}/{customDomainId}`, params)),
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? false : 30_000),
  });
  const verify = useMutation({
    mutationFn: () => dataOf(api.POST(`${PATH}/{customDomainId}/verify`, params)),
    onSuccess: (checked) => queries.setQueryData(queryKey, checked),
  });
  const remove = useMutation({
    mutationFn: () => dataOf(api.DELETE(`${PATH}/{customDomainId}`, params)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['listCustomDomains', workspaceId] }),
  });
  if (error) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={1} />;
  return (
    <div className="domain">
      <h3>
        <bdi dir="ltr">{data.domain}</bdi>{' '}
        <span className={`state ${data.status}`}>{text(`domains.status.${data.status}`)}</span>
      </h3>
      {data.lastError && <p className="wrong">{data.lastError}</p>}
      {data.certificate?.error && <p className="wrong">{data.certificate.error}</p>}
      <div className="table-frame" tabIndex={0} role="region" aria-label={data.domain}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('domains.type')}</th>
              <th scope="col">{text('domains.name')}</th>
              <th scope="col">{text('domains.expected')}</th>
              <th scope="col">{text('domains.observed')}</th>
            </tr>
          </thead>
          <tbody>
            {data.records.map((record) => (
              <tr key={`${record.type} ${record.name}`}>
                <td>{record.type}</td>
                <td>
                  <code dir="ltr">{record.name}</code>
                </td>
                <td>
                  <code dir="ltr">{record.value}</code>
                </td>
                <td className={record.ok ? 'good' : 'wrong'}>
                  {record.ok && text('domains.ok')}
                  {!record.ok && (record.observed.length > 0 ? record.observed.join(', ') : text('domains.nothing'))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.lastCheckedAt && (
        <p className="soft">
          {text('domains.checked')} <When at={data.lastCheckedAt} />
        </p>
      )}
      {isAdmin && (
        <div className="form-actions">
          <Button isPending={verify.isPending} onPress={() => verify.mutate()}>
            {text('domains.check')}
          </Button>
          <ConfirmedButton
            title={text('domains.removeTitle', { name: data.domain })}
            action={text('domains.remove')}
            isPending={remove.isPending}
            onConfirm={() => remove.mutate()}
          >
            {text('domains.removeHelp')}
          </ConfirmedButton>
        </div>
      )}
      <FormProblem problem={verify.error ?? remove.error} />
    </div>
  );
}
