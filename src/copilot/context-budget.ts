import type { TranscriptLine } from '../inbox/transcripts/transcripts.service';

/** Tokens of a conversation that a model gets. */
const MOST_TOKENS = 12_000;

/** Characters that these are at most. */
export const MOST_CHARACTERS = 4 * MOST_TOKENS;

/** The newest lines that fit, oldest first; of the oldest of them its beginning. */
export function withinBudget(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const fitting: TranscriptLine[] = [];
  let left = MOST_TOKENS;
  for (const line of [...lines].reverse()) {
    const text = beginning(line.text, left);
    if (text === '') break;
    fitting.unshift({ ...line, text });
    left -= tokensOf(text);
  }
  return fitting;
}

function beginning(text: string, most: number): string {
  let tokens = 0;
  let end = 0;
  for (const character of text) {
    tokens += costOf(character);
    if (tokens > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function tokensOf(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += costOf(character);
  return tokens;
}

/** An estimate: a token has four characters of ASCII, or one of any other script, which is rather too few. */
function costOf(character: string): number {
  return character <= '\x7f' ? 0.25 : 1;
}
