import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Attachment } from '../client/types';
import { useApp } from './context';
import { Icon } from './icons';

/** Larger images are only to be saved, so that the log costs little data on a phone. */
const LARGEST_SHOWN = 5_000_000;

/** The files of a message: images in place, and each to be saved. */
export function Files({ messageId, files }: { messageId: string; files: Attachment[] }): JSX.Element | null {
  if (files.length === 0) return null;
  return (
    <ul class="files">
      {files.map((file) => (
        <li key={file.id}>
          {isReady(file) ? (
            <>
              {file.previewable && file.sizeBytes <= LARGEST_SHOWN && <Preview messageId={messageId} file={file} />}
              <Saved messageId={messageId} file={file} />
            </>
          ) : (
            <Checked file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

function isReady({ status = 'ready' }: Attachment): boolean {
  return status === 'ready';
}

/** A file that the service does not give out, until its scanner has found it to be clean. */
function Checked({ file: { fileName, status } }: { file: Attachment }): JSX.Element {
  const { speech } = useApp();
  const isInfected = status === 'infected';
  return (
    <>
      <p class="file">
        <span dir="auto">{fileName}</span>
      </p>
      <p class={isInfected ? 'small wrong' : 'small'} role="status">
        {speech.say(isInfected ? 'fileInfected' : 'fileScanning')}
      </p>
    </>
  );
}

/** Fetched once it is in view, and decorative: the button below it names it. */
function Preview({ messageId, file }: { messageId: string; file: Attachment }): JSX.Element | null {
  const { chat } = useApp();
  const place = useRef<HTMLDivElement>(null);
  const [url, setUrl] = useState('');
  useEffect(() => {
    let [gone, made] = [false, ''];
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      // Without a preview, the file can still be saved.
      chat.download(messageId, file, true).then(
        (bytes) => {
          if (gone) return;
          made = URL.createObjectURL(bytes);
          setUrl(made);
        },
        () => {},
      );
    });
    watch.observe(place.current!);
    return () => {
      gone = true;
      watch.disconnect();
      URL.revokeObjectURL(made);
    };
  }, [messageId, file.id]);
  return (
    <div class="preview" ref={place}>
      {url && <img src={url} alt="" />}
    </div>
  );
}

function Saved({ messageId, file }: { messageId: string; file: Attachment }): JSX.Element {
  const { chat, speech } = useApp();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    if (state === 'busy') return;
    setState('busy');
    try {
      saveAs(await chat.download(messageId, file, false), file.fileName);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <button type="button" class="file" aria-busy={state === 'busy'} onClick={() => void save()}>
        <Icon name="save" />
        <span class="hidden">{speech.say('saveFile')}</span>
        <span dir="auto">{file.fileName}</span>
        <span class="size">{speech.size(file.sizeBytes)}</span>
      </button>
      {state === 'failed' && (
        <p class="small wrong" role="alert">
          {speech.say('failed')}
        </p>
      )}
    </>
  );
}

/** A request with the token has fetched the bytes, so the link leads to them. */
function saveAs(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // Browsers read the bytes soon after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
