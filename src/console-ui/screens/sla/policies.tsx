import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client';
import { mayUse } from '../../api/roles';
import { ConfirmedButton, Empty, LinkButton, Loading, MoveButtons, notify, Problem, Screen } from '../../kit';
import { useText, useWords } from '../../words/words';
import { useOwnMember } from '../frame/session';
import { durationOf } from './durations';
import { type Policy, policiesQuery } from './queries';

const ADDRESS = '/workspaces/{workspaceId}/sla-policies/{policyId}';

/** Agreed times, in the order in which they are looked through: the first policy that matches a request holds. */
export function Policies(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { role } = useOwnMember(workspaceId);
  const { data, error, refetch } = useQuery(policiesQuery(workspaceId));
  const create = mayUse(role, 'createSlaPolicy') && (
    <LinkButton to={`/w/${workspaceId}/settings/sla/new`} look="primary" icon="plus">
      {text('sla.create')}
    </LinkButton>
  );
  return (
    <Screen
      title={text('settings.sla')}
      actions={
        <>
          {data?.length !== 0 && create}
          <LinkButton to={`/w/${workspaceId}/reports/sla`} look="plain" icon="report">
            {text('slaReport.title')}
          </LinkButton>
        </>
      }
    >
      <p className="soft">{text('sla.help')}</p>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <Empty action={create}>{text('sla.none')}</Empty>}
      <ol className="rows">
        {data?.map((policy, at) => (
          <Row key={policy.id} policy={policy} isFirst={at === 0} isLast={at === data.length - 1} />
        ))}
      </ol>
    </Screen>
  );
}

function Row({ policy, isFirst, isLast }: { policy: Policy; isFirst: boolean; isLast: boolean }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const queries = useQueryClient();
  const { workspaceId, id: policyId, name, version: expectedVersion } = policy;
  const { role } = useOwnMember(workspaceId);
  const params = { path: { workspaceId, policyId } };
  const settled = {
    onError: ({ message }: Error) => notify(message),
    onSettled: () => queries.invalidateQueries(policiesQuery(workspaceId)),
  };
  const move = useMutation({
    mutationFn: (position: number) => api.PATCH(ADDRESS, { params, body: { position, expectedVersion } }),
    ...settled,
  });
  const remove = useMutation({ mutationFn: () => api.DELETE(ADDRESS, { params }), ...settled });
  return (
    <li className="row">
      <div>
        <LinkButton to={`/w/${workspaceId}/settings/sla/${policyId}`}>{name}</LinkButton>{' '}
        {!policy.enabled && <span className="state">{text('sla.off')}</span>}
        <small>
          {policy.targets
            .map(({ milestone, seconds }) => `${text(`sla.milestone.${milestone}`)}: ${durationOf(seconds, locale)}`)
            .join(' · ')}
        </small>
      </div>
      {mayUse(role, 'updateSlaPolicy') && (
        <div className="form-actions">
          <MoveButtons
            name={name}
            isFirst={isFirst}
            isLast={isLast}
            isPending={move.isPending}
            onMove={(by) => move.mutate(policy.position + by)}
          />
          <ConfirmedButton
            title={text('sla.removeTitle', { name })}
            action={text('common.remove')}
            isPending={remove.isPending}
            isInList
            onConfirm={() => remove.mutate()}
          >
            {text('sla.removeHelp')}
          </ConfirmedButton>
        </div>
      )}
    </li>
  );
}
