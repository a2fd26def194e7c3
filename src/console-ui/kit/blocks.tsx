import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';

type Node = NonNullable<Schemas['ListedMessage']['blocks']>[number];
const ELEMENTS = new Set(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'tr', 'th', 'td']);
const SAFE = /^(https?|mailto):/i;
const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** Formatted text of the agent or of a chat reply. Only known elements, and links only to what a browser may open. */
export function Blocks({ blocks }: { blocks: readonly Node[] }): ReactNode {
  return blocks.map((node, at) => <Block key={at} node={node} />);
}

function Block({ node }: { node: Node }): ReactNode {
  if (typeof node === 'string') return node;
  const children = (node.children ?? []).map((child, at) => <Block key={at} node={child as Node} />);
  if (node.type === 'br') return <br />;
  if (node.type === 'a') {
    return node.href && SAFE.test(node.href) ? <Outside href={node.href}>{children}</Outside> : children;
  }
  // Both can be wider than the screen: they scroll, also by keys.
  if (node.type === 'pre') {
    return (
      <pre tabIndex={0} dir="ltr">
        {children}
      </pre>
    );
  }
  if (node.type === 'table') {
    return (
      <div className="table-frame" tabIndex={0}>
        <table>
          <tbody>{children}</tbody>
        </table>
      </div>
    );
  }
  if (!ELEMENTS.has(node.type)) return children;
  const Element = node.type as 'p';
  return <Element>{children}</Element>;
}

/** Text of people, with its web addresses as links. */
export function PlainText({ children }: { children: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: href, index } of children.matchAll(ADDRESS)) {
    parts.push(children.slice(end, index), <Outside key={index} href={href} />);
    end = index + href.length;
  }
  return (
    <p className="plain-text" dir="auto">
      {parts}
      {children.slice(end)}
    </p>
  );
}

/** Shows the host that it leads to, in ASCII, so that no look-alike letters deceive. */
function Outside({ href, children }: { href: string; children?: ReactNode }): ReactNode {
  const host = URL.canParse(href) ? new URL(href).host : '';
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="link" title={host}>
      {children ?? href}
      {children !== undefined && host && <span className="link-host"> ({host})</span>}
    </a>
  );
}
