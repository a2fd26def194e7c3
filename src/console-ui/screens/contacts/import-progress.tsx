import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { isProblem } from '../../api/problems';
import { Button, LinkButton, Loading, Notice, Problem, Progress, Screen } from '../../kit';
import { type WordKey, useMessage, useText, useWords } from '../../words/words';
import { NotFound } from '../frame/failures';
import { downloadText } from '../frame/download';
import { Refusals } from './import-preview';

type Import = Schemas['ContactImport'];

/** An import as it goes on, and what became of it. The address can be opened again for 30 days. */
export function ImportProgress(): ReactNode {
  const text = useText();
  const { workspaceId, importId } = useParams({ from: '/w/$workspaceId/contacts/import/$importId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['getContactImport', workspaceId, importId],
    queryFn: () =>
      dataOf(
        api.GET('/workspaces/{workspaceId}/contacts/import/{importId}', {
          params: { path: { workspaceId, importId } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1_000),
  });
  if (isProblem(error) && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <Screen
      title={text('import.title')}
      actions={
        <LinkButton to={`/w/${workspaceId}/contacts`} look="quiet" icon="back">
          {text('contacts.all')}
        </LinkButton>
      }
    >
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <State of={data} />}
      {data && data.refused + data.refusedValues > 0 && <Refused of={data} />}
    </Screen>
  );
}

function isOver({ status }: Import): boolean {
  return status === 'completed' || status === 'failed';
}

function State({ of }: { of: Import }): ReactNode {
  const text = useText();
  const message = useMessage();
  const { locale } = useWords();
  const number = new Intl.NumberFormat(locale);
  const counts = ['created', 'updated', 'unchanged', 'refused', 'refusedValues'] as const;
  return (
    <section className="part">
      <p role="status">{text(`import.status.${of.status}`)}</p>
      {!isOver(of) && <Progress label={text('import.title')} value={of.status === 'queued' ? null : of.progress} />}
      {of.failure && <Notice kind="warning">{message(of.failure.message)}</Notice>}
      <p>{text('import.rows', { read: number.format(of.rowsRead), count: of.rowsTotal })}</p>
      <dl className="facts">
        {counts.map((kind) => (
          <div key={kind}>
            <dt>{text(`import.count.${kind}` as WordKey)}</dt>
            <dd>{number.format(of[kind])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The first reasons, and all of them as a file. */
function Refused({ of: { workspaceId, id, rowsRead } }: { of: Import }): ReactNode {
  const text = useText();
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['listContactImportRefusals', workspaceId, id, rowsRead],
    queryFn: () => readRefusals(workspaceId, id, 100),
  });
  const save = async (): Promise<void> => {
    setSaving(true);
    setProblem(null);
    try {
      const all: Refusal[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await readRefusals(workspaceId, id, 1_000, cursor);
        all.push(...page.refusals);
        cursor = page.nextCursor;
      }
      downloadText(`refused-${id}.csv`, 'text/csv', refusalsFile(all));
    } catch (refusal) {
      setProblem(refusal);
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      {error && <Problem problem={error} onRetry={() => void refetch()} />}
      {problem !== null && <Problem problem={problem} onRetry={() => void save()} />}
      <div>
        <Button onPress={() => void save()} isPending={isSaving}>
          {text('import.saveRefusals')}
        </Button>
      </div>
      {data && <Refusals refusals={data.refusals} />}
    </>
  );
}

type Refusal = Schemas['ContactImportRefusal'];

function readRefusals(workspaceId: string, importId: string, limit: number, cursor = '') {
  const query = { limit, ...(cursor && { cursor }) };
  return dataOf(
    api.GET('/workspaces/{workspaceId}/contacts/import/{importId}/refusals', {
      params: { path: { workspaceId, importId }, query },
    }),
  );
}

/** RFC 4180. A cell that a spreadsheet would compute begins with an apostrophe. */
export function refusalsFile(refusals: readonly Refusal[]): string {
  const cell = (value: string | number): string => {
    const plain = String(value);
    const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = refusals.map(({ row, path, code, message, valueOnly }) => [
    row,
    path.slice(1),
    code,
    message,
    valueOnly ? 'value' : 'row',
  ]);
  return (
    [['row', 'field', 'code', 'message', 'refused'], ...rows].map((row) => row.map(cell).join(',')).join('\r\n') +
    '\r\n'
  );
}
