/** Texts that people or programs follow: https://…, www.…, a@b.example, a.example/path. Takes quadratic time in the length of a word. */
const LINK = /(?:\p{L}+:\/\/|www\.)\S+|[^\s@]+@[^\s@]+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/:]\S*)?/gu;

/** A longer word that contains one of these characters counts as a link. */
const LONGEST_WORD = 2_048;
const OF_LINKS = /[.@]|:\/\//;

/** The URLs and email addresses in a text as written, without trailing punctuation. */
export function linksIn(text: string): string[] {
  const links: string[] = [];
  replaceLinks(text, (link) => {
    links.push(link);
    return link;
  });
  return links;
}

/**
 * The text with its links rewritten so that no program makes them clickable: `https[:]//a[.]example`. Links that occur in one of the
 * `known` texts are not changed.
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
