import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useText } from '../../words/words';

type Citation = Pick<Schemas['Citation'], 'index' | 'title' | 'url'>;

/** Where an answer has its facts from: each document once, however many of its passages are cited. */
export function Sources({ citations }: { citations: readonly Citation[] }): ReactNode {
  const text = useText();
  if (citations.length === 0) return null;
  const sources = citations.filter((one, at) => citations.findIndex((other) => isSame(one, other)) === at);
  return (
    <ul className="message-sources" aria-label={text('inbox.sources')}>
      {sources.map(({ index, title, url }) => (
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

/** Of one document. The part of an address after # is a place in it. */
function isSame(a: Citation, b: Citation): boolean {
  return a.title === b.title && a.url?.split('#')[0] === b.url?.split('#')[0];
}
