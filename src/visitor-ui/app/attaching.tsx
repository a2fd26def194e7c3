import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem } from '../client/api';
import type { Attachment } from '../client/types';
import { useApp } from './context';
import { Icon } from './icons';

/** Files of one message. */
const MOST = 10;
const IMAGES = 'image/png,image/jpeg,image/gif,image/webp';

let count = 0;

type Refusal = 'fileType' | 'fileSize' | 'failed';

interface Picked {
  key: number;
  name: string;
  stop: AbortController;
  /** null while it is uploaded, and if it is refused. */
  file: Attachment | null;
  refusal: Refusal | null;
}

export interface Attaching {
  button: JSX.Element | null;
  /** The chosen files, above the composer. */
  list: JSX.Element | null;
  /** Whether a file is being uploaded. */
  busy: boolean;
  ready: Attachment[];
  /** Also of files that were pasted. */
  add: (files: readonly File[]) => void;
  /** After they are sent. */
  clear: () => void;
}

/** Uploads files as soon as they are chosen, so that sending a message does not wait for them. */
export function useAttaching(): Attaching {
  const { boot, chat, speech } = useApp();
  const [picked, setPicked] = useState<Picked[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const running = useRef(new Set<AbortController>());
  useEffect(() => () => running.current.forEach((stop) => stop.abort()), []);
  const { files: allowed } = boot.agent;

  const upload = async (file: File): Promise<void> => {
    const one: Picked = {
      key: (count += 1),
      name: file.name,
      stop: new AbortController(),
      file: null,
      refusal: null,
    };
    running.current.add(one.stop);
    setPicked((before) => [...before, one]);
    const became = (change: Partial<Picked>): void =>
      setPicked((before) => before.map((other) => (other.key === one.key ? { ...other, ...change } : other)));
    try {
      became({ file: await chat.upload(file, one.stop.signal) });
    } catch (error) {
      became({ refusal: refusalOf(error) });
    } finally {
      running.current.delete(one.stop);
    }
  };
  const add = (files: readonly File[]): void => {
    if (allowed === 'off') return;
    for (const file of files.slice(0, MOST - picked.length)) void upload(file);
  };
  const remove = ({ key, stop }: Picked): void => {
    stop.abort();
    setPicked((before) => before.filter((other) => other.key !== key));
  };

  return {
    busy: picked.some(({ file, refusal }) => !file && !refusal),
    ready: picked.flatMap(({ file }) => file ?? []),
    add,
    clear: () => setPicked([]),
    button:
      allowed === 'off' ? null : (
        <>
          <input
            type="file"
            multiple
            hidden
            ref={input}
            accept={allowed === 'images' ? IMAGES : undefined}
            onChange={({ currentTarget }) => {
              add(Array.from(currentTarget.files ?? []));
              // The same file can be chosen once more.
              currentTarget.value = '';
            }}
          />
          <button type="button" class="tool" aria-label={speech.say('attach')} onClick={() => input.current?.click()}>
            <Icon name="attach" />
          </button>
        </>
      ),
    list:
      picked.length === 0 ? null : (
        <ul class="files picked" aria-label={speech.say('attached')}>
          {picked.map((one) => (
            <li key={one.key} class={one.refusal ? 'wrong' : ''}>
              <span dir="auto">{one.name}</span>
              {!one.file && (
                <span class="small" role={one.refusal ? 'alert' : 'status'}>
                  {speech.say(one.refusal ?? 'uploading')}
                </span>
              )}
              <button
                type="button"
                class="tool"
                aria-label={speech.say('removeFile', { name: one.name })}
                onClick={() => remove(one)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ),
  };
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiProblem)) return 'failed';
  if (error.status === 413) return 'fileSize';
  return error.code === 'file_type_not_allowed' ? 'fileType' : 'failed';
}
