import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client';
import { Button, CopyText, FormProblem, Loading, Notice, Problem, SwitchField } from '../../kit';
import { useText } from '../../words/words';
import { useOnce } from '../frame/once';
import { pathOf, type TabProps } from './queries';

/** The address that a support mailbox forwards to, and a test of it. */
export function MailChannel({ agent, isAdmin }: TabProps): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const params = { params: { path: pathOf(agent) } };
  const queryKey = ['getAgentMailAddress', agent.workspaceId, agent.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}/mail-address', params)),
  });
  const update = useMutation({
    mutationFn: (staffForwarding: 'verified' | 'off') =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}/mail-address', { ...params, body: { staffForwarding } }),
      ),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  });
  return (
    <section className="part" aria-labelledby="mail-title">
      <h2 id="mail-title">{text('mail.title')}</h2>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={2} />}
      {data?.address === null && <Notice>{text('mail.none')}</Notice>}
      {data?.address && (
        <>
          <CopyText label={text('mail.address')} value={data.address} />
          <ol className="steps">
            <li>{text('mail.step1')}</li>
            <li>{text('mail.step2')}</li>
            <li>{text('mail.step3')}</li>
          </ol>
          {isAdmin && (
            <>
              <SwitchField
                label={text('mail.staff')}
                value={data.staffForwarding === 'verified'}
                onChange={(isOn) => update.mutate(isOn ? 'verified' : 'off')}
                isDisabled={update.isPending}
              />
              <FormProblem problem={update.error} />
              <MailTest agent={agent} isAdmin />
            </>
          )}
        </>
      )}
    </section>
  );
}

function MailTest({ agent }: TabProps): ReactNode {
  const text = useText();
  const path = pathOf(agent);
  const once = useOnce();
  const start = useMutation({
    mutationFn: () =>
      once(null, (key) =>
        dataOf(
          api.POST('/workspaces/{workspaceId}/agents/{agentId}/mail-tests', {
            params: { path, header: { 'Idempotency-Key': key } },
          }),
        ),
      ),
  });
  const mailTestId = start.data?.id;
  const { data: test } = useQuery({
    queryKey: ['getMailTest', agent.workspaceId, agent.id, mailTestId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/agents/{agentId}/mail-tests/{mailTestId}', {
          params: { path: { ...path, mailTestId: mailTestId! } },
        }),
      ),
    enabled: mailTestId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && (state.data.arrival || state.data.sending === 'failed') ? false : 2_000,
  });
  return (
    <div>
      <Button isPending={start.isPending} onPress={() => start.mutate()}>
        {text('mail.test')}
      </Button>
      <FormProblem problem={start.error} />
      <p role="status">{test && (test.arrival ? text('mail.arrived') : text(`mail.sending.${test.sending}`))}</p>
    </div>
  );
}
