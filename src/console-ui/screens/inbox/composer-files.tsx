import { type ReactNode, useRef } from 'react';
import { Icon, IconButton } from '../../kit';
import { sizeOf } from '../../words/sizes';
import { useText, useWords } from '../../words/words';
import type { Files } from './files';

export function FilePicker({ files }: { files: Files }): ReactNode {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          if (target.files) files.add(target.files);
          target.value = '';
        }}
      />
      <IconButton icon="attach" label={text('inbox.attach')} onPress={() => input.current?.click()} />
    </>
  );
}

export function FileList({ files }: { files: Files }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  if (files.all.length === 0) return null;
  return (
    <ul className="composer-files" aria-label={text('inbox.files')}>
      {files.all.map((file) => (
        <li key={file.key}>
          <Icon name="attach" />
          <bdi>{file.name}</bdi>
          <small>{sizeOf(file.size, locale)}</small>
          {file.state === 'uploading' && <progress value={file.progress} max={1} aria-label={file.name} />}
          {file.problem && <span className="form-problem">{file.problem}</span>}
          <IconButton
            icon="close"
            label={text('inbox.removeFile', { name: file.name })}
            onPress={() => files.remove(file.key)}
          />
        </li>
      ))}
    </ul>
  );
}
