import type { Attachment } from 'postal-mime';

/** The part with which Gmail sends the sign itself, such as `{"version":1,"emoji":"👍"}`. */
const SIGN_TYPE = 'text/vnd.google.email-reaction+json';
const MOST_SIGN_BYTES = 2_000;
const LONGEST_TAPBACK = 1_200;
/** The most characters of a line that says who reacted. */
const LONGEST_LINE = 300;

/** "Ann reacted to your message", as Outlook, Exchange and Gmail say it in the most common languages. */
const REACTED =
  /\b(?:reacted (?:to (?:your|the) (?:message|e-?mail)|via gmail)|liked your (?:message|e-?mail)|hat (?:mit .{1,20} )?(?:auf (?:ihre|deine|die) (?:nachricht|e-?mail)|über gmail|via gmail) reagiert|a réagi (?:à (?:votre|ton) (?:message|e-?mail)|via gmail)|(?:ha reaccionado|reaccionó) (?:a (?:tu|su) (?:mensaje|correo)|(?:mediante|a través de|desde|vía) gmail)|ha reagito (?:al tuo messaggio|alla tua e-?mail|tramite gmail)|reagiu (?:à (?:sua|tua) mensagem|ao (?:seu|teu) e-?mail|(?:via|pelo) gmail)|heeft (?:gereageerd op (?:je|uw) (?:bericht|e-?mail)|via gmail gereageerd)|reagerade på (?:ditt|din) (?:meddelande|mejl)|reagerede på (?:din|dit) (?:meddelelse|mail)|reagerte på (?:meldingen|e-posten) din|zareagowała?(?:\(a\))? na twoją wiadomość)/iu;

/** What messages of Apple become in a mail: `Liked “Your parcel is there”`. */
const TAPBACK =
  /^(?:(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|reacted \S{1,20} to|removed an? \p{L}{4,15} from|gefällt|mag|liebt|hat über|hat .{1,20} betont|(?:a|j.ai) (?:aimé|adoré)|le (?:gustó|encantó)|ha (?:reso|messo) .{1,20} a|heeft .{1,20} leuk)\s+)(?:an image|a movie|an attachment|[“"„«‘].{0,1000}[”"“»’])(?:\s\p{L}{1,15})?$/isu;

/** A line without words: emoji, a picture of one, or a rule between parts. */
const DECORATION =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{P}\p{S}\u200d\ufe0f\s]*(?:\[(?:image|cid):?[^\]]{0,200}\])?[\p{P}\p{S}\s]*$/u;

/** Behind the words: a sign, a colon, or a link to the program. */
const AFTER = /^[\p{Extended_Pictographic}\p{P}\p{S}\u200d\ufe0f\s]*(?:<?https?:\S{1,300})?$/u;

/** Whether an email is only a sign such as a thumbs-up. `ownText`: its text before the quote. */
export function isReaction(attachments: readonly Attachment[], ownText: string): boolean {
  if (TAPBACK.test(ownText.trim().slice(0, LONGEST_TAPBACK))) return true;
  const lines = ownText.split('\n').map((line) => line.trim());
  const [says = '', ...more] = lines.filter((line) => line !== '' && !DECORATION.test(line));
  if (attachments.some(isSign) && more.length === 0) return true;
  if (says.length > LONGEST_LINE) return false;
  const reaction = REACTED.exec(says);
  if (!reaction || !AFTER.test(says.slice(reaction.index + reaction[0].length))) return false;
  // A colon introduces the message that it is about.
  return more.length === 0 || says.endsWith(':');
}

function isSign({ mimeType, content }: Attachment): boolean {
  if (mimeType.toLowerCase() !== SIGN_TYPE) return false;
  const text = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8');
  if (text.length > MOST_SIGN_BYTES) return false;
  try {
    const sign: unknown = JSON.parse(text);
    return typeof sign === 'object' && sign !== null && 'emoji' in sign && typeof sign.emoji === 'string';
  } catch {
    return false;
  }
}
