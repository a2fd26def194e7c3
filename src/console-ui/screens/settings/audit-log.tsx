import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { API_ADDRESS, api, dataOf, type Schemas } from '../../api/client';
import { Button, LinkButton, Listed, Problem, Screen, SelectField, TextField } from '../../kit';
import { useText } from '../../words/words';
import { usePages } from '../frame/pages';
import { useSettled } from '../frame/settled';
import { AuditEntries } from './audit-entries';

interface Filter {
  operationId: string;
  outcome: 'all' | 'succeeded' | 'refused';
  /** A day of the reader, as the field for dates has it. */
  from: string;
  to: string;
}

/** Every change of the workspace, and every refused attempt, newest first. */
export function AuditLog(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const [filter, setFilter] = useState<Filter>({ operationId: '', outcome: 'all', from: '', to: '' });
  const change = (changes: Partial<Filter>): void => setFilter((before) => ({ ...before, ...changes }));
  const settled = useSettled(filter);
  const query = {
    ...(settled.operationId.trim() && { operationId: settled.operationId.trim() }),
    ...(settled.outcome !== 'all' && { outcome: settled.outcome }),
    ...(settled.from && { from: startOf(settled.from, 0) }),
    ...(settled.to && { to: startOf(settled.to, 1) }),
  };
  const entries = usePages({
    queryKey: ['listAuditEntries', workspaceId, query],
    read: (page, signal) =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/audit', {
          params: { path: { workspaceId }, query: { limit: 50, ...query, ...page } },
          signal,
        }),
      ),
    itemsOf: (page) => page.entries,
  });
  const { operationId: _, outcome: _o, ...period } = query as Record<string, string>;
  return (
    <Screen
      title={text('settings.audit')}
      actions={
        <LinkButton
          to={`${API_ADDRESS}/workspaces/${workspaceId}/audit/export?${new URLSearchParams(period).toString()}`}
        >
          {text('audit.export')}
        </LinkButton>
      }
    >
      <div className="filters">
        <TextField
          label={text('audit.operation')}
          help={text('audit.operationHelp')}
          value={filter.operationId}
          onChange={(operationId) => change({ operationId })}
          maxLength={100}
        />
        <SelectField
          label={text('audit.outcome')}
          options={(['all', 'succeeded', 'refused'] as const).map((value) => ({
            value,
            name: text(`audit.outcome.${value}`),
          }))}
          value={filter.outcome}
          onChange={(outcome) => change({ outcome })}
        />
        <TextField label={text('audit.from')} type="date" value={filter.from} onChange={(from) => change({ from })} />
        <TextField label={text('audit.to')} type="date" value={filter.to} onChange={(to) => change({ to })} />
      </div>
      <Listed of={entries} rows={8} empty={text('audit.none')}>
        {(items) => <AuditEntries entries={items} />}
      </Listed>
      <Verify workspaceId={workspaceId} />
    </Screen>
  );
}

/** The moment at which a day of the reader begins, in UTC. */
function startOf(day: string, after: number): string {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + after);
  return at.toISOString();
}

type Verification = Schemas['AuditVerification'];

/** Recomputes every batch; a long log takes several calls. */
function Verify({ workspaceId }: { workspaceId: string }): ReactNode {
  const text = useText();
  const verify = useMutation({
    mutationFn: async () => {
      let [batches, entries] = [0, 0];
      for (let fromBatch: number | null = 1; fromBatch !== null;) {
        const part: Verification = await dataOf(
          api.POST('/workspaces/{workspaceId}/audit/verify', {
            params: { path: { workspaceId } },
            body: { fromBatch },
          }),
        );
        batches += part.batchesChecked;
        entries += part.entriesChecked;
        if (part.problem) return { batches, entries, problem: part.problem };
        fromBatch = part.nextBatch;
      }
      return { batches, entries, problem: null };
    },
  });
  return (
    <section className="section" aria-labelledby="audit-verify">
      <h2 id="audit-verify">{text('audit.verify')}</h2>
      <p className="soft">{text('audit.verifyHelp')}</p>
      <div>
        <Button onPress={() => verify.mutate()} isPending={verify.isPending}>
          {text('audit.verifyNow')}
        </Button>
      </div>
      {verify.error && <Problem problem={verify.error} />}
      {verify.data && (
        <p role="status" className={verify.data.problem ? 'wrong' : 'good'}>
          {verify.data.problem
            ? text(`audit.problem.${verify.data.problem.kind}`, { count: verify.data.problem.batch })
            : text('audit.verified', { count: verify.data.entries })}
        </p>
      )}
    </section>
  );
}
