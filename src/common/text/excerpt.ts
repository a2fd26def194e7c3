/** The beginning of a text on one line: at most `length` code points, without splitting a surrogate pair. */
export function excerpt(text: string, length: number): string {
  return Array.from(oneSpaced(text)).slice(0, length).join('');
}

/**
 * As `excerpt`, for people: a text that is cut ends with "…", which counts, after its last whole word. Words that fill more than the
 * last third are cut.
 */
export function shortened(text: string, length: number): string {
  const points = Array.from(oneSpaced(text));
  if (points.length <= length) return points.join('');
  const end = points.lastIndexOf(' ', length - 1);
  const kept = points.slice(0, end >= (length * 2) / 3 ? end : length - 1);
  return `${kept.join('').trimEnd()}…`;
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
