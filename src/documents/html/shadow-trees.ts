import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, elementsOf } from './html-elements';

/** Of templates within what templates hold. */
const DEEPEST = 16;

/** Gives elements the content of the shadow tree that the page declares for them: a reader sees it, unlike that of other templates. */
export function showShadowTrees(root: Tree.ParentNode): void {
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const hosts = new Set(
      elementsOf(root)
        .filter(isShadowTree)
        .map(({ parentNode }) => parentNode),
    );
    if (hosts.size === 0) return;
    // Once for each host, which may have very many children.
    for (const host of hosts) if (host) show(host);
  }
}

function isShadowTree(node: Tree.ChildNode): node is Tree.Template {
  return 'content' in node && attribute(node, 'shadowrootmode') === 'open';
}

function show(host: Tree.ParentNode): void {
  const children: Tree.ChildNode[] = [];
  for (const child of host.childNodes) {
    if (!isShadowTree(child)) children.push(child);
    else for (const node of child.content.childNodes) children.push(node);
  }
  host.childNodes = children;
  for (const child of children) child.parentNode = host;
}
