import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import {
  Button,
  Dialog,
  Form,
  FormProblem,
  Loading,
  notify,
  Problem,
  Screen,
  SubmitButton,
  TextField,
} from '../../kit';
import { type WordKey, useText } from '../../words/words';
import { Unsaved } from '../frame/unsaved';

const PERIODS = ['conversationDays', 'turnDays', 'gapDays', 'mailDays', 'eventDays', 'auditDays'] as const;
type Periods = Record<(typeof PERIODS)[number], number | null>;
const COUNTS = ['conversations', 'chatTurns', 'knowledgeGaps', 'inboundMails', 'events', 'auditBatches'] as const;

/** After how many days the service deletes what is old. What a change would delete now is shown before it is saved. */
export function Retention(): ReactNode {
  const text = useText();
  const { workspaceId } = useParams({ from: '/w/$workspaceId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['getRetention', workspaceId],
    queryFn: () => dataOf(api.GET('/workspaces/{workspaceId}/retention', { params: { path: { workspaceId } } })),
  });
  return (
    <Screen title={text('settings.retention')}>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={6} />}
      {data && <Days key={data.updatedAt} workspaceId={workspaceId} retention={data} />}
    </Screen>
  );
}

function Days({ workspaceId, retention }: { workspaceId: string; retention: Schemas['Retention'] }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(PERIODS.map((period) => [period, retention[period] === null ? '' : String(retention[period])])),
  );
  const [preview, setPreview] = useState<Schemas['RetentionPreview'] | null>(null);
  const changes = Object.fromEntries(
    PERIODS.map((period) => [period, typed[period] === '' ? null : Number(typed[period])] as const).filter(
      ([period, days]) => days !== retention[period],
    ),
  ) as Partial<Periods>;
  const isChanged = Object.keys(changes).length > 0;
  const path = { workspaceId };
  const look = useMutation({
    mutationFn: () => {
      const query = Object.fromEntries(Object.entries(changes).filter(([, days]) => days !== null));
      return dataOf(api.GET('/workspaces/{workspaceId}/retention/preview', { params: { path, query } }));
    },
    onSuccess: setPreview,
  });
  const save = useMutation({
    mutationFn: () => dataOf(api.PATCH('/workspaces/{workspaceId}/retention', { params: { path }, body: changes })),
    onSuccess: (saved) => {
      notify(text('common.saved'));
      queries.setQueryData(['getRetention', workspaceId], saved);
    },
    onSettled: () => setPreview(null),
  });
  const problem = look.error ?? save.error;
  return (
    <section className="section">
      <p className="soft">{text('retention.help')}</p>
      <Form problem={problem} onSubmit={() => look.mutate()}>
        <Unsaved isChanged={isChanged} />
        {PERIODS.map((period) => (
          <TextField
            key={period}
            label={text(`retention.${period}` as WordKey)}
            help={text(`retention.${period}.help` as WordKey)}
            name={period}
            type="number"
            inputMode="numeric"
            value={typed[period]!}
            onChange={(days) => setTyped((before) => ({ ...before, [period]: days }))}
          />
        ))}
        <FormProblem problem={problem} />
        <SubmitButton problem={problem} isPending={look.isPending} isDisabled={!isChanged}>
          {text('retention.preview')}
        </SubmitButton>
      </Form>
      <Dialog
        role="alertdialog"
        title={text('retention.confirmTitle')}
        isOpen={preview !== null}
        onOpenChange={(isOpen) => !isOpen && setPreview(null)}
      >
        <p>{text('retention.confirmHelp')}</p>
        {preview && <Counts preview={preview} />}
        <footer>
          <Button onPress={() => setPreview(null)}>{text('common.cancel')}</Button>
          <Button look="danger" onPress={() => save.mutate()} isPending={save.isPending}>
            {text('retention.save')}
          </Button>
        </footer>
      </Dialog>
    </section>
  );
}

function Counts({ preview }: { preview: Schemas['RetentionPreview'] }): ReactNode {
  const text = useText();
  return (
    <>
      <dl className="facts">
        {COUNTS.map((kind) => (
          <div key={kind}>
            <dt>{text(`retention.count.${kind}` as WordKey)}</dt>
            <dd>{text('retention.number', { count: preview[kind] })}</dd>
          </div>
        ))}
      </dl>
      {preview.more && <p>{text('retention.more')}</p>}
    </>
  );
}
