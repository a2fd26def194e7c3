import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parsedHtml } from '../../common/text/html-tree';
import { storable } from '../../common/text/storable';
import { revealAddresses } from './hidden-addresses';
import { showScriptless } from './scriptless-page';
import { showShadowTrees } from './shadow-trees';
import { showStreamedParts } from './streamed-parts';
import { tableRoles } from './table-roles';
import { showWords } from './shown-words';

/** A page with what its scripts and its style would make of it, as far as that can be known without them. */
export function preparedPage(html: string): Tree.Document {
  const page = parsedHtml(storable(html));
  showShadowTrees(page);
  showStreamedParts(page);
  showScriptless(page);
  revealAddresses(page);
  tableRoles(page);
  showWords(page);
  return page;
}
