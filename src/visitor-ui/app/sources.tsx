import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Citation } from '../client/types';
import { Away } from './blocks';
import { useApp } from './context';

/** The sources of an answer: a link to each, or its title if it has no address. */
export function Sources({ citations }: { citations: Citation[] }): JSX.Element | null {
  const { speech } = useApp();
  const [open, setOpen] = useState<number | null>(null);
  const id = useId();
  if (citations.length === 0) return null;
  // Several citations of one source share one link.
  const isSame = (a: Citation, b: Citation): boolean => a.title === b.title && a.url === b.url;
  const sources = citations.filter((one, at) => citations.findIndex((other) => isSame(one, other)) === at);
  const shown = sources.find(({ index }) => index === open);
  return (
    <>
      <ul class="sources">
        {sources.map(({ index, title, url }) => {
          const inside = (
            <>
              <span class="hidden">{speech.say('source', { number: index, title })}</span>
              <b aria-hidden="true">{index}</b>
              <span aria-hidden="true" dir="auto">
                {title}
              </span>
            </>
          );
          return (
            <li key={index}>
              {url ? (
                <Away href={url}>{inside}</Away>
              ) : (
                <button
                  type="button"
                  aria-expanded={open === index}
                  aria-controls={id}
                  onClick={() => setOpen(open === index ? null : index)}
                >
                  {inside}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div id={id} class="quotes" hidden={!shown}>
        {shown &&
          citations
            .filter((one) => isSame(one, shown))
            .map(({ index, quote }) => (
              <blockquote key={index} dir="auto">
                {quote}
              </blockquote>
            ))}
      </div>
    </>
  );
}
