/**
 * Matches one of some expressions, separated by `|`, as whole words in upper or lower case. JavaScript's own word boundary and `\\w` know
 * ASCII letters only; a sign of a currency may stand at a figure.
 */
export function wholeWords(patterns: string): RegExp {
  const letters = patterns.replaceAll('\\w', '[\\p{L}\\p{N}]');
  return new RegExp(`(?<!\\p{L})(?:${letters})(?!\\p{L})`, 'iu');
}
