/** Somebody would follow it: https://…, www.…, a@b.example, a.example/path. Takes the square of a word's length. */
const LINK = /(?:\p{L}+:\/\/|www\.)\S+|[^\s@]+@[^\s@]+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/:]\S*)?/gu;

/** A longer word with one of these in it is a link, whatever it is. */
const LONGEST_WORD = 2_048;
const OF_LINKS = /[.@]|:\/\//;

/** Addresses of pages and of mailboxes in a text, as they are written, without punctuation after them. */
export function linksIn(text: string): string[] {
  const links: string[] = [];
  replaceLinks(text, (link) => {
    links.push(link);
    return link;
  });
  return links;
}

/**
 * The text with its links written so that no program makes one of them, `https[:]//a[.]example`, but for those that stand in
 * one of the texts `known`.
 */
export function defanged(text: string, known: readonly string[]): string {
  const trusted = new Set(known.flatMap(linksIn).map((link) => link.toLowerCase()));
  return replaceLinks(text, (link) =>
    trusted.has(link.toLowerCase())
      ? link
      : link.replaceAll('://', '[:]//').replaceAll('.', '[.]').replaceAll('@', '[at]'),
  );
}

function replaceLinks(text: string, replacement: (link: string) => string): string {
  return text.replace(/\S+/g, (word) => {
    if (!OF_LINKS.test(word)) return word;
    if (word.length > LONGEST_WORD) return replacement(word);
    return word.replace(LINK, (found) => {
      const link = found.replace(/[\p{P}]+$/u, '');
      return replacement(link) + found.slice(link.length);
    });
  });
}
