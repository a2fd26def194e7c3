import { oneLine } from '../../common/mail/one-line';
import { excerpt } from '../../common/text/excerpt';

/** Characters of it that are kept. */
const LONGEST = 200;

/** What mail programs put before the subject of an answer, in the languages of most: `Re:`, `AW:`, `Re[2]:`, `回复：`. */
const ANSWERS =
  /^(?:(?:re|aw|antw|sv|vs|odp|vá|rif|res|ynt|atb|απ|σχετ|回复|回覆|答复|答覆|返信|회신)\s*(?:[[(]\d{1,3}[\])])?\s*[:：]\s*)+/iu;

/** The subject of an answer to mail with this one; empty where nothing is left of it. */
export function replySubject(subject: string): string {
  // Twice as much as is kept has all that may stand before it, and looking for that takes no time.
  const rest = excerpt(oneLine(subject.slice(0, 4 * LONGEST)), 2 * LONGEST).replace(ANSWERS, '');
  return rest === '' ? '' : `Re: ${excerpt(rest, LONGEST)}`;
}
