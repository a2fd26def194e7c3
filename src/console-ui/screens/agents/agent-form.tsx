import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Button, ConfirmDialog, Form, FormProblem, Notice, notify } from '../../kit';
import { useText } from '../../words/words';
import { changedFields, listed, withChanges } from './changed-fields';
import { fieldName } from './field-names';
import { type Agent, agentQuery, agentsQuery, pathOf } from './queries';

export interface AgentForm {
  /** As the reader has it now. */
  draft: Agent;
  change: (changes: Partial<Agent>) => void;
  isChanged: boolean;
  save: () => void;
  isSaving: boolean;
  problem: unknown;
  /** What others saved since the reader began, where that stopped the last save. */
  others: [path: string, value: unknown][] | null;
  mine: ReadonlySet<string>;
  discard: () => void;
}

/**
 * A form over some fields of an agent. It sends what the reader changed, and only while the agent is as it was when they began;
 * otherwise it takes what others saved and shows it, and the reader saves again or discards.
 */
export function useAgentForm(agent: Agent): AgentForm {
  const queries = useQueryClient();
  const text = useText();
  const [base, setBase] = useState(agent);
  const [changes, setChanges] = useState<Partial<Agent>>({});
  const [others, setOthers] = useState<AgentForm['others']>(null);
  const isChanged = Object.keys(changes).length > 0;
  // Without changes of the reader, the newest record is shown.
  if (!isChanged && base.updatedAt !== agent.updatedAt) setBase(agent);
  const draft = withChanges(base, changes);
  const path = pathOf(agent);
  const startFrom = (current: Agent, kept: Partial<Agent>) => {
    setBase(current);
    setChanges(changedFields(current, withChanges(current, kept)));
    queries.setQueryData(agentQuery(agent.workspaceId, agent.id).queryKey, current);
    void queries.invalidateQueries(agentsQuery(agent.workspaceId));
  };
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        api.PATCH('/workspaces/{workspaceId}/agents/{agentId}', {
          params: { path },
          body: { ...changes, expectedUpdatedAt: base.updatedAt },
        }),
      ),
    onSuccess: (saved) => {
      setOthers(null);
      startFrom(saved, {});
      notify(text('agents.saved'));
    },
    onError: async (error) => {
      if (!isProblem(error, 'version_conflict')) return;
      const current = await dataOf(api.GET('/workspaces/{workspaceId}/agents/{agentId}', { params: { path } }));
      setOthers(listed(changedFields(settingsOf(base), settingsOf(current))));
      startFrom(current, changes);
    },
  });
  return {
    draft,
    change: (more) => setChanges(changedFields(base, withChanges(draft, more))),
    isChanged,
    save: () => save.mutate(),
    isSaving: save.isPending,
    problem: isProblem(save.error, 'version_conflict') ? null : save.error,
    others,
    mine: new Set(listed(changes).map(([name]) => name)),
    discard: () => {
      setChanges({});
      setOthers(null);
      save.reset();
    },
  };
}

/** Without counters and times, which no member sets. */
function settingsOf(agent: Agent): Partial<Agent> {
  const { updatedAt: _, messageCount: _m, conversationCount: _c, sourceCount: _s, resolvedRate: _r, ...rest } = agent;
  return rest;
}

interface Props {
  form: AgentForm;
  isAdmin: boolean;
  children: ReactNode;
}

/** The fields, a save button, and what keeps changes from being lost or from overwriting others' in silence. */
export function AgentFields({ form, isAdmin, children }: Props): ReactNode {
  const text = useText();
  const blocker = useBlocker({
    shouldBlockFn: () => form.isChanged,
    enableBeforeUnload: () => form.isChanged,
    withResolver: true,
  });
  return (
    <Form problem={form.problem} onSubmit={form.save}>
      {!isAdmin && <Notice>{text('agents.readOnly')}</Notice>}
      <fieldset className="plain-fieldset" disabled={!isAdmin}>
        {children}
      </fieldset>
      {form.others && <OthersChanged form={form} />}
      <FormProblem problem={form.problem} />
      {isAdmin && (
        <div className="form-actions">
          <Button look="primary" type="submit" isPending={form.isSaving} isDisabled={!form.isChanged}>
            {text('common.save')}
          </Button>
          {form.isChanged && <Button onPress={form.discard}>{text('agents.discard')}</Button>}
        </div>
      )}
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && blocker.reset()}
          title={text('agents.leaveTitle')}
          action={text('agents.leave')}
          onConfirm={blocker.proceed}
        >
          {text('agents.leaveHelp')}
        </ConfirmDialog>
      )}
    </Form>
  );
}

function OthersChanged({ form }: { form: AgentForm }): ReactNode {
  const text = useText();
  return (
    <div role="alert">
      <Notice kind="warning">
        <p>{text('agents.conflict')}</p>
        <ul className="changes">
          {form.others!.map(([path, value]) => (
            <li key={path}>
              <strong>{fieldName(text, path)}</strong>: <bdi>{shown(value)}</bdi>
              {form.mine.has(path) && <em> {text('agents.conflictMine')}</em>}
            </li>
          ))}
        </ul>
        <p>{text('agents.conflictHelp')}</p>
      </Notice>
    </div>
  );
}

function shown(value: unknown): string {
  if (value === null || value === '') return '–';
  if (Array.isArray(value)) return value.map(shown).join(', ') || '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
