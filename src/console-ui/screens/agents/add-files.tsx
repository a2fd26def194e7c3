import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { isProblem } from '../../api/problems';
import { Button, FilesButton, Icon, Progress } from '../../kit';
import { useText } from '../../words/words';
import { type Agent, agentQuery, sourcesQuery } from './queries';
import { addFile, FILE_EXTENSIONS, MAX_FILE_BYTES, mediaTypeOf } from './upload';

interface Upload {
  id: number;
  file: File;
  part: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  reason: string | null;
}

/** Any number of files, two at a time, each with its progress. One that fails does not stop the others. */
export function AddFiles({ agent, onAdded }: { agent: Agent; onAdded?: () => void }): ReactNode {
  const text = useText();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<Upload[]>([]);
  const running = useRef(0);
  const lastId = useRef(0);
  const patch = (id: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...change } : one)));

  const upload = async ({ id, file }: Upload) => {
    try {
      patch(id, { state: 'sending', part: 0, reason: null });
      await addFile(agent, file, (part) => patch(id, { part }));
      patch(id, { state: 'done' });
      onAdded?.();
    } catch (error) {
      patch(id, { state: 'failed', reason: isProblem(error) ? error.message : text('app.wentWrong') });
    }
  };
  const work = async () => {
    if (running.current >= 2) return;
    running.current += 1;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) await upload(next);
    running.current -= 1;
    await queries.invalidateQueries(sourcesQuery(agent));
    await queries.invalidateQueries(agentQuery(agent.workspaceId, agent.id));
  };
  const refusal = ({ name, size }: File): string | null => {
    if (mediaTypeOf(name) === null) return text('files.type', { types: FILE_EXTENSIONS.join(', ') });
    if (size === 0) return text('files.empty');
    return size > MAX_FILE_BYTES ? text('files.large') : null;
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file): Upload => {
      const reason = refusal(file);
      return { id: (lastId.current += 1), file, part: 0, state: reason === null ? 'waiting' : 'failed', reason };
    });
    setUploads((all) => [...all, ...added]);
    waiting.current.push(...added.filter(({ state }) => state === 'waiting'));
    void work();
    void work();
  };
  const retry = (one: Upload) => {
    patch(one.id, { state: 'waiting', reason: null });
    waiting.current.push(one);
    void work();
  };

  return (
    <div
      className="drop-zone"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add([...event.dataTransfer.files]);
      }}
    >
      <p>{text('files.help')}</p>
      <FilesButton accept={FILE_EXTENSIONS} onFiles={add}>
        {text('files.choose')}
      </FilesButton>
      {uploads.length > 0 && (
        <ul className="uploads">
          {uploads.map((one) => (
            <li key={one.id}>
              <bdi>{one.file.name}</bdi>
              {one.state === 'sending' && <Progress label={one.file.name} value={one.part} />}
              {one.state === 'waiting' && <span className="soft">{text('files.waiting')}</span>}
              {one.state === 'done' && (
                <span className="good">
                  <Icon name="check" /> {text('files.done')}
                </span>
              )}
              {one.state === 'failed' && (
                <span className="wrong" role="alert">
                  {one.reason}
                </span>
              )}
              {one.state === 'failed' && refusal(one.file) === null && (
                <Button onPress={() => retry(one)}>{text('app.tryAgain')}</Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
