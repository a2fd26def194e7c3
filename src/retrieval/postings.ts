/** A word in the title of its source counts this much of one in the passage: many passages share a title. */
const TITLE_WEIGHT = 0.3;
const HEADING_WEIGHT = 1;
const LARGEST_COUNT = 32_767;

export interface PassagePosting {
  readonly lexeme: string;
  readonly ordinal: number;
  readonly tf: number;
  /** The addition of title and heading to the count. */
  readonly boost: number;
}

/** Of the passage at `ordinal`: one for each lexeme of its text, its headings and its title. */
export function postingsOf(
  ordinal: number,
  { body, heading, title }: Readonly<Record<'body' | 'heading' | 'title', readonly string[]>>,
): PassagePosting[] {
  const counts = new Map<string, number>();
  for (const lexeme of body) counts.set(lexeme, (counts.get(lexeme) ?? 0) + 1);
  const inHeading = new Set(heading);
  const inTitle = new Set(title);
  return Array.from(new Set([...body, ...heading, ...title]), (lexeme) => ({
    lexeme,
    ordinal,
    tf: Math.min(counts.get(lexeme) ?? 0, LARGEST_COUNT),
    boost: (inHeading.has(lexeme) ? HEADING_WEIGHT : 0) + (inTitle.has(lexeme) ? TITLE_WEIGHT : 0),
  }));
}
