import { defaultTreeAdapter, DefaultTreeAdapterTypes as Tree, Parser, Tokenizer } from 'parse5';
import { DocumentTooLarge } from './document-too-large';
import { DocumentUnreadable } from './document-unreadable';

/** Levels of nesting. No real page nests this deep, and browsers stop here too. The cost of closing a tag grows with the depth. */
const DEEPEST = 512;
/**
 * Counts elements, text nodes and moves of them: the parser creates tags again, and moves their content, if they are closed in
 * a different order than they were opened. A megabyte of tags in order needs half as many.
 */
const MOST_NODES = 1_000_000;
/** Attributes of one element. The parser compares each with all attributes before it. */
const MOST_ATTRIBUTES = 1_000;

/**
 * Parses a page into the tree that a browser would build. The time grows linearly with the length for any input.
 *
 * @throws DocumentUnreadable if elements nest too deep or have too many attributes; DocumentTooLarge if there are too many elements
 */
export function parsedHtml(html: string): Tree.Document {
  const parser = new Parser({ treeAdapter: boundedTree() });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  parser.tokenizer.write(html, true);
  return parser.document;
}

class BoundedTokenizer extends Tokenizer {
  protected override _createAttr(first: string): void {
    const token = this.currentToken;
    if (token && 'attrs' in token && token.attrs.length >= MOST_ATTRIBUTES) {
      throw new DocumentUnreadable(`An element of the HTML has more than ${MOST_ATTRIBUTES} attributes.`);
    }
    super._createAttr(first);
  }
}

function boundedTree(): typeof defaultTreeAdapter {
  let depth = 0;
  let nodes = 0;
  const count = (): void => {
    nodes += 1;
    if (nodes > MOST_NODES) throw new DocumentTooLarge('too many elements, or elements that are not closed in order');
  };
  return {
    ...defaultTreeAdapter,
    createElement: (...of) => {
      count();
      return defaultTreeAdapter.createElement(...of);
    },
    insertText: (parent, text) => {
      const last = parent.childNodes.at(-1);
      if (last && defaultTreeAdapter.isTextNode(last)) {
        last.value += text;
      } else {
        count();
        defaultTreeAdapter.appendChild(parent, defaultTreeAdapter.createTextNode(text));
      }
    },
    insertTextBefore: (parent, text, reference) => {
      const previous = parent.childNodes[placeOf(parent, reference) - 1];
      if (previous && defaultTreeAdapter.isTextNode(previous)) {
        previous.value += text;
      } else {
        count();
        insertBefore(parent, defaultTreeAdapter.createTextNode(text), reference);
      }
    },
    insertBefore,
    detachNode: (node) => {
      count();
      const { parentNode } = node;
      if (!parentNode) return;
      const place = placeOf(parentNode, node);
      if (place === 0) parentNode.childNodes.shift();
      else parentNode.childNodes.splice(place, 1);
      node.parentNode = null;
    },
    // No code reads the attributes of <html> and <body>, which a page can repeat for each tag.
    adoptAttributes: () => {},
    onItemPush: () => {
      depth += 1;
      if (depth > DEEPEST) throw new DocumentUnreadable(`The elements of the HTML nest deeper than ${DEEPEST} levels.`);
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
}

/** The parser moves misplaced text of a table in front of the table, which is the last child while it is open. */
function insertBefore(parent: Tree.ParentNode, node: Tree.ChildNode, reference: Tree.ChildNode): void {
  parent.childNodes.splice(placeOf(parent, reference), 0, node);
  node.parentNode = parent;
}

/** The node is almost always the first child or one of the last. */
function placeOf({ childNodes }: Tree.ParentNode, node: Tree.ChildNode): number {
  return childNodes[0] === node ? 0 : childNodes.lastIndexOf(node);
}
