import type { ComponentChild, JSX } from 'preact';
import type { Block, Citation } from '../client/types';
import { useApp } from './context';

const TAGS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'pre']);

/** The service's tree as elements: there is no HTML as text anywhere, so nothing that somebody writes can become some. */
export function Blocks({ blocks }: { blocks: Block[] }): JSX.Element {
  return <>{blocks.map(element)}</>;
}

function element(block: Block, index: number): ComponentChild {
  if (typeof block === 'string') return block;
  const children = block.children?.map(element);
  if (block.type === 'br') return <br key={index} />;
  if (block.type === 'a')
    return (
      <Away key={index} href={block.href ?? ''}>
        {children}
      </Away>
    );
  if (!TAGS.has(block.type)) return children;
  const Tag = block.type as 'p';
  return (
    <Tag key={index} {...(Tag === ('pre' as string) && { tabIndex: 0 })}>
      {children}
    </Tag>
  );
}

/** A link that leaves the chat where it is. Addresses that are no web page and no mail stay text. */
export function Away({
  href,
  children,
  ...rest
}: {
  href: string;
  children?: ComponentChild;
  class?: string;
}): JSX.Element {
  const { speech } = useApp();
  if (!/^(https?:|mailto:)/i.test(href)) return <span {...rest}>{children}</span>;
  if (/^mailto:/i.test(href))
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <span class="hidden"> ({speech.say('newTab')})</span>
    </a>
  );
}

export function Sources({ citations }: { citations: Citation[] }): JSX.Element | null {
  const { speech } = useApp();
  // Several places of one source are one way to it.
  const isFirst = ({ title, url }: Citation, at: number): boolean =>
    citations.findIndex((other) => other.title === title && other.url === url) === at;
  if (citations.length === 0) return null;
  return (
    <ul class="sources">
      {citations.filter(isFirst).map(({ index, title, url }) => {
        const inside = (
          <>
            <span class="hidden">{speech.say('source', { number: index, title })}</span>
            <b aria-hidden="true">{index}</b>
            <span aria-hidden="true" dir="auto">
              {title}
            </span>
          </>
        );
        return <li key={index}>{url ? <Away href={url}>{inside}</Away> : <span class="plain">{inside}</span>}</li>;
      })}
    </ul>
  );
}
