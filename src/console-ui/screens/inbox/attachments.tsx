import type { ReactNode } from 'react';
import { API_ADDRESS } from '../../api/client';
import { Icon } from '../../kit';
import type { Message } from '../../live/records';
import { sizeOf } from '../../words/sizes';
import { useText, useWords } from '../../words/words';
import { useInbox } from './inbox-context';
import { useParams } from '@tanstack/react-router';

/** Images that a browser shows safely are shown; every other file is downloaded. */
export function Attachments({ message }: { message: Message }): ReactNode {
  const text = useText();
  const { locale } = useWords();
  const { workspaceId } = useInbox();
  const { conversationId } = useParams({ strict: false });
  if (message.attachments.length === 0) return null;
  const base = `${API_ADDRESS}/workspaces/${workspaceId}/inbox/${conversationId}/messages/${message.id}/attachments`;
  return (
    <ul className="attachments" aria-label={text('inbox.files')}>
      {message.attachments.map(({ id, fileName, sizeBytes, previewable }) => (
        <li key={id}>
          <a className="attachment" href={`${base}/${id}`} download={fileName}>
            {previewable ? (
              <img src={`${base}/${id}?preview=true`} alt={fileName} loading="lazy" />
            ) : (
              <>
                <Icon name="attach" />
                <bdi>{fileName}</bdi>
                <small>{sizeOf(sizeBytes, locale)}</small>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
