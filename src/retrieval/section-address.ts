import type { RankedPassage } from './passage.types';

/** Where people read a passage: its page, at its section where that has a place of its own; null without a page. */
export function sectionAddress({
  url,
  structure: { anchor },
}: Pick<RankedPassage, 'url' | 'structure'>): string | null {
  if (url === null || anchor === undefined || !URL.canParse(url)) return url;
  const address = new URL(url);
  address.hash = anchor;
  return address.href;
}
