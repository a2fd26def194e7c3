import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { mayUse } from '../../api/roles';
import {
  CheckboxField,
  Form,
  FormProblem,
  LinkButton,
  Loading,
  Notice,
  notify,
  Problem,
  Screen,
  SubmitButton,
  SwitchField,
  TextField,
} from '../../kit';
import { useText } from '../../words/words';
import { AgentChoice } from '../frame/agent-choice';
import { NotFound } from '../frame/failures';
import { useOwnMember, workspacesQuery } from '../frame/session';
import { Unsaved } from '../frame/unsaved';
import { CalendarEditor } from './calendar-editor';
import { bodyOf, draftOf, type PolicyDraft } from './policy-draft';
import { type Policy, policiesQuery } from './queries';
import { Targets } from './targets';
import { TargetPreview } from './target-preview';

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;

/** One policy, or a new one at the address `new`. */
export function PolicyScreen(): ReactNode {
  const text = useText();
  const { workspaceId, policyId } = useParams({ from: '/w/$workspaceId/settings/sla/$policyId' });
  const { role } = useOwnMember(workspaceId);
  const isNew = policyId === 'new';
  const policies = useQuery(policiesQuery(workspaceId));
  const { data: workspaces } = useQuery(workspacesQuery);
  const timezone = workspaces?.find(({ id }) => id === workspaceId)?.timezone;
  const policy = policies.data?.find(({ id }) => id === policyId) ?? null;
  if ((isNew && !mayUse(role, 'createSlaPolicy')) || (!isNew && policies.data && !policy)) return <NotFound />;
  return (
    <Screen
      title={isNew ? text('sla.create') : (policy?.name ?? text('settings.sla'))}
      actions={
        <LinkButton to={`/w/${workspaceId}/settings/sla`} look="quiet" icon="back">
          {text('sla.all')}
        </LinkButton>
      }
    >
      {policies.error && <Problem problem={policies.error} onRetry={() => void policies.refetch()} />}
      {!policies.error && (!policies.data || !timezone) && <Loading rows={6} />}
      {policies.data && timezone && (
        <Edit
          key={policyId}
          workspaceId={workspaceId}
          policy={policy}
          timezone={timezone}
          mayChange={mayUse(role, 'updateSlaPolicy')}
        />
      )}
    </Screen>
  );
}

interface Props {
  workspaceId: string;
  policy: Policy | null;
  /** Of the workspace. */
  timezone: string;
  mayChange: boolean;
}

function Edit({ workspaceId, policy, timezone, mayChange }: Props): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [base, setBase] = useState(policy);
  const [draft, setDraft] = useState<PolicyDraft>(() => draftOf(policy, timezone));
  const change = (changes: Partial<PolicyDraft>): void => setDraft((before) => ({ ...before, ...changes }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base, timezone));
  const save = useMutation({
    mutationFn: () =>
      base
        ? dataOf(
            api.PATCH('/workspaces/{workspaceId}/sla-policies/{policyId}', {
              params: { path: { workspaceId, policyId: base.id } },
              body: { ...bodyOf(draft), expectedVersion: base.version },
            }),
          )
        : dataOf(
            api.POST('/workspaces/{workspaceId}/sla-policies', {
              params: { path: { workspaceId } },
              body: bodyOf(draft),
            }),
          ),
    onSuccess: async (saved) => {
      notify(text('common.saved'));
      setBase(saved);
      setDraft(draftOf(saved, timezone));
      await queries.invalidateQueries(policiesQuery(workspaceId));
      if (!base) {
        const params = { workspaceId, policyId: saved.id };
        await navigate({ to: '/w/$workspaceId/settings/sla/$policyId', params, replace: true, ignoreBlocker: true });
      }
    },
    onError: async (error) => {
      // Another member saved it: the next press saves over what is there now.
      if (!isProblem(error, 'version_conflict')) return;
      const current = (await queries.query({ ...policiesQuery(workspaceId), staleTime: 0 })).find(
        ({ id }) => id === base?.id,
      );
      if (current) setBase(current);
    },
  });
  return (
    <Form problem={save.error} onSubmit={() => save.mutate()}>
      <Unsaved isChanged={isChanged} />
      {mayChange ? <Notice>{text('sla.running')}</Notice> : <Notice>{text('settings.adminsOnly')}</Notice>}
      <fieldset className="plain-fieldset part" disabled={!mayChange}>
        <TextField
          label={text('sla.name')}
          name="name"
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={100}
          isRequired
        />
        <SwitchField
          label={text('sla.enabled')}
          value={draft.enabled}
          onChange={(enabled) => change({ enabled })}
          isDisabled={!mayChange}
        />
        <h2>{text('sla.match')}</h2>
        <AgentChoice
          workspaceId={workspaceId}
          label={text('sla.agents')}
          help={text('sla.agentsHelp')}
          chosen={draft.match.agentIds}
          onChange={(agentIds) => change({ match: { ...draft.match, agentIds: [...agentIds] } })}
        />
        <fieldset className="plain-fieldset choices">
          <legend>{text('sla.priorities')}</legend>
          <p className="soft">{text('sla.prioritiesHelp')}</p>
          {PRIORITIES.map((priority) => (
            <CheckboxField
              key={priority}
              label={text(`priority.${priority}`)}
              value={draft.match.priorities.includes(priority)}
              isDisabled={!mayChange}
              onChange={(isOn) => {
                const priorities = PRIORITIES.filter((one) =>
                  one === priority ? isOn : draft.match.priorities.includes(one),
                );
                change({ match: { ...draft.match, priorities } });
              }}
            />
          ))}
        </fieldset>
        <Targets targets={draft.targets} onChange={(targets) => change({ targets })} />
        <CalendarEditor calendar={draft.calendar} onChange={(calendar) => change({ calendar })} />
      </fieldset>
      <TargetPreview workspaceId={workspaceId} calendar={draft.calendar} targets={draft.targets} />
      <FormProblem problem={save.error} />
      {isProblem(save.error, 'version_conflict') && <Notice kind="warning">{text('sla.conflict')}</Notice>}
      {mayChange && (
        <div>
          <SubmitButton problem={save.error} isPending={save.isPending} isDisabled={!isChanged}>
            {text('common.save')}
          </SubmitButton>
        </div>
      )}
    </Form>
  );
}
