import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useText, useWords } from '../words/words';
import { Button } from './button';
import { announce } from './toasts';

/** A text that readers copy elsewhere, such as an address or a snippet. */
export function CopyText({ label, value }: { label: string; value: string }): ReactNode {
  const text = useText();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      announce(text('kit.copied'));
    } catch {
      // Not allowed, or no secure context: the text can be selected.
      setCopied(false);
      announce(text('kit.notCopied'), 'assertive');
    }
  };
  return (
    <div className="copy-text">
      <span className="copy-label">{label}</span>
      <code dir="ltr" tabIndex={0} role="textbox" aria-readonly="true" aria-label={label}>
        {value}
      </code>
      <Button onPress={() => void copy()} aria-label={`${text(copied ? 'kit.copied' : 'kit.copy')}: ${label}`}>
        {copied ? text('kit.copied') : text('kit.copy')}
      </Button>
      {copied === false && <small>{text('kit.notCopied')}</small>}
    </div>
  );
}

/** `value`: from 0 to 1, or null where it is not known how much there is to do. */
export function Progress({ label, value }: { label: string; value: number | null }): ReactNode {
  return <progress aria-label={label} max={1} {...(value !== null && { value })} />;
}

/** A moment of the API in the reader's language and zone. */
export function When({ at }: { at: string }): ReactNode {
  const { locale } = useWords();
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
  return <time dateTime={at}>{shown}</time>;
}

/** Opens the browser's choice of files. `accept`: extensions with their dot, or media types. */
export function FilesButton({
  accept,
  onFiles,
  children,
}: {
  accept: readonly string[];
  onFiles: (files: File[]) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={accept}
      onSelect={(files) => files && files.length > 0 && onFiles([...files])}
    >
      <Button icon="attach">{children}</Button>
    </FileTrigger>
  );
}
