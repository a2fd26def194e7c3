import { oneLine } from '../../common/mail/one-line';
import { excerpt } from '../../common/text/excerpt';

/** The most characters of a subject. */
const LONGEST = 200;

/** Prefixes of replies in the most common languages: `Re:`, `AW:`, `Re[2]:`, `回复：`. */
const ANSWERS =
  /^(?:(?:re|aw|antw|sv|vs|odp|vá|rif|res|ynt|atb|απ|σχετ|回复|回覆|答复|答覆|返信|회신)\s*(?:[[(]\d{1,3}[\])])?\s*[:：]\s*)+/iu;

/** The subject of a reply to an email with this subject. Empty if only prefixes are left. */
export function replySubject(subject: string): string {
  // Twice the length leaves room for all prefixes, and bounds the time of the search.
  const rest = excerpt(oneLine(subject.slice(0, 4 * LONGEST)), 2 * LONGEST).replace(ANSWERS, '');
  return rest === '' ? '' : `Re: ${excerpt(rest, LONGEST)}`;
}
