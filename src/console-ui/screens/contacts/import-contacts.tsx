import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Schemas } from '../../api/client';
import { upload } from '../../api/uploads';
import { Button, FilesButton, LinkButton, Notice, Problem, Progress, Screen } from '../../kit';
import { sizeOf } from '../../words/sizes';
import { useText, useWords } from '../../words/words';
import { ImportPreview } from './import-preview';
import { type Mapping, mappingQuery, type Preview } from './import-mapping';

const ACCEPTED = ['.csv', '.tsv', '.txt', '.ndjson', '.jsonl'];
export const MAX_BYTES = 1_073_741_824;

/** A file, what each of its columns means, and then the import itself. */
export function ImportContacts(): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { locale } = useWords();
  const { workspaceId } = useParams({ from: '/w/$workspaceId/contacts/import' });
  const [file, setFile] = useState<File | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Sends the file. A later one ends the one before. */
  const send = async <Answer,>(to: 'import' | 'import/preview', of: File, by: Mapping): Promise<Answer | null> => {
    running.current?.abort();
    const round = (running.current = new AbortController());
    setProblem(null);
    setPart(0);
    try {
      return await upload<Answer>(`/workspaces/${workspaceId}/contacts/${to}${mappingQuery(by)}`, of, {
        mediaType: /[.](ndjson|jsonl)$/i.test(of.name) ? 'application/x-ndjson' : 'text/csv',
        onProgress: (sent) => running.current === round && setPart(sent),
        signal: round.signal,
      });
    } catch (refusal) {
      setProblem(refusal);
      return null;
    } finally {
      if (running.current === round) setPart(null);
    }
  };
  const look = async (of: File, by: Mapping): Promise<void> => {
    setMapping(by);
    setPreview((await send<Preview>('import/preview', of, by)) ?? preview);
  };
  const choose = ([chosen]: File[]): void => {
    if (!chosen) return;
    setFile(chosen);
    setPreview(null);
    if (chosen.size > 0 && chosen.size <= MAX_BYTES) void look(chosen, {});
  };
  const start = async (): Promise<void> => {
    const begun = await send<Schemas['ContactImport']>('import', file!, mapping);
    if (!begun) return;
    const params = { workspaceId, importId: begun.id };
    await navigate({ to: '/w/$workspaceId/contacts/import/$importId', params });
  };
  return (
    <Screen
      title={text('import.title')}
      actions={
        <LinkButton to={`/w/${workspaceId}/contacts`} look="quiet" icon="back">
          {text('contacts.all')}
        </LinkButton>
      }
    >
      <div
        className="drop-zone"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose([...event.dataTransfer.files]);
        }}
      >
        <p>{text('import.help')}</p>
        <FilesButton accept={ACCEPTED} onFiles={choose}>
          {text('import.choose')}
        </FilesButton>
        {file && (
          <p>
            <bdi>{file.name}</bdi>, {sizeOf(file.size, locale)}
          </p>
        )}
        {file?.size === 0 && <Notice kind="warning">{text('files.empty')}</Notice>}
        {file && file.size > MAX_BYTES && <Notice kind="warning">{text('import.large')}</Notice>}
      </div>
      {part !== null && <Progress label={text('import.sending')} value={part} />}
      {problem !== null && <Problem problem={problem} {...(file && { onRetry: () => void look(file, mapping) })} />}
      {file && preview && (
        <>
          <ImportPreview preview={preview} mapping={mapping} onMapping={(changed) => void look(file, changed)} />
          <div className="form-actions">
            <Button look="primary" onPress={() => void start()} isPending={part !== null}>
              {text('import.start', { count: preview.rowsTotal })}
            </Button>
          </div>
        </>
      )}
    </Screen>
  );
}
