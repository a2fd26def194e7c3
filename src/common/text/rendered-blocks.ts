import { LRUCache } from 'lru-cache';
import type { Block } from './block.types';
import { blocksOf } from './blocks';

/** Characters of texts and of their blocks as JSON; of some ten thousand messages. */
const MOST_CHARACTERS = 8_000_000;
/** As long as a conversation goes on. What was erased stays in memory no longer than that, where nothing reads it. */
const KEPT_MS = 600_000;

interface Rendered {
  blocks: readonly Block[];
  size: number;
}

/** By the text itself: an edited message is another text, and texts that workspaces have in common have the same blocks. */
const rendered = new LRUCache<string, Rendered>({
  maxSize: MOST_CHARACTERS,
  ttl: KEPT_MS,
  ttlAutopurge: true,
  sizeCalculation: ({ size }) => size,
  memoMethod: (text) => {
    const blocks = blocksOf(text);
    return { blocks, size: text.length + JSON.stringify(blocks).length };
  },
});

/**
 * The blocks of a message, made once: each listing and each open tab of its conversation shows them again. They are shared, so
 * no code changes them.
 */
export function renderedBlocks(text: string): readonly Block[] {
  return rendered.memo(text).blocks;
}
