import PostalMime, { type Email } from 'postal-mime';

/** Deeper than programs nest (RFC 2046 sets no bound). */
const DEEPEST = 20;

/** One place of a mail that has text: as plain text, as HTML, or as both, of which a reader sees one. */
export interface TextPart {
  plain: string | null;
  html: string | null;
}

export interface MailParts {
  email: Email;
  texts: TextPart[];
}

/** How postal-mime keeps the texts of a mail before it joins them; read in version 4.0.0. */
type TextEntry = Partial<Record<'plain' | 'html', readonly { type: string; value: string }[]>>;

/**
 * The parts of a mail. Those with text are kept apart, where postal-mime would join them and make plain text of HTML with
 * everything that it hides. Attached messages stay files.
 *
 * @throws where parts nest too deep or headers are too long
 */
export async function mailParts(bytes: Uint8Array): Promise<MailParts> {
  const parser = new PostalMime({ maxNestingDepth: DEEPEST, forceRfc822Attachments: true });
  const texts: TextPart[] = [];
  const opened = parser as unknown as { textMap: Map<unknown, TextEntry>; renderTextContent: () => void };
  opened.renderTextContent = () => {
    for (const { plain, html } of opened.textMap.values()) texts.push({ plain: joined(plain), html: joined(html) });
  };
  return { email: await parser.parse(bytes), texts };
}

function joined(entries: TextEntry['plain']): string | null {
  return entries ? entries.map(({ value }) => value).join('\n') : null;
}
