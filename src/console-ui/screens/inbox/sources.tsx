import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useText } from '../../words/words';

/** Where an answer has its facts from. */
export function Sources({
  citations,
}: {
  citations: readonly Pick<Schemas['Citation'], 'index' | 'title' | 'url'>[];
}): ReactNode {
  const text = useText();
  if (citations.length === 0) return null;
  return (
    <ul className="message-sources" aria-label={text('inbox.sources')}>
      {citations.map(({ index, title, url }) => (
        <li key={index}>
          {url && /^https?:/i.test(url) ? (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          ) : (
            title
          )}
        </li>
      ))}
    </ul>
  );
}
