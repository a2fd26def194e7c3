import type { ComponentChild, JSX } from 'preact';
import type { Block } from '../client/types';
import { useApp } from './context';

const TAGS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'tr', 'td']);

/** Renders the service's tree as elements. No text is ever parsed as HTML, so no message can inject any. */
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
  // Code and tables can be scrolled sideways, also by keyboard. Code is left-to-right in every language.
  if (block.type === 'pre')
    return (
      <pre key={index} tabIndex={0} dir="ltr">
        {children}
      </pre>
    );
  if (block.type === 'table')
    return (
      <div key={index} class="table" tabIndex={0}>
        <table>{children}</table>
      </div>
    );
  if (block.type === 'th')
    return (
      <th key={index} scope="col">
        {children}
      </th>
    );
  if (!TAGS.has(block.type)) return children;
  const Tag = block.type as 'p';
  return <Tag key={index}>{children}</Tag>;
}

/** Whether it is the address of a web page or of email. No other is a link. */
export function isLink(href: string): boolean {
  return /^(https?:|mailto:)/i.test(href);
}

/** A link that leaves the chat open. Addresses other than web pages and email stay text. */
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
  if (!isLink(href)) return <span {...rest}>{children}</span>;
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
