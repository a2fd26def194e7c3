import { JSONParser } from '@streamparser/json';
import { type ClaimedText, Claims, claimsIn, UnreadableReply } from './reply';
import { endOfThoughts } from './thoughts';

/** The most characters of a reply: sixteen times the length of the requested tokens. */
const LONGEST_REPLY = 65_536;
/** The beginning of a code fence before the object. */
const FENCE = /^(?:```(?:json)?\s*)?(?=\{)/;
/** An incomplete beginning that can still become such a text. */
const STILL_OPENING = /^(?:$|<|`|\[(?:$|T))/;
const LONGEST_OPENING = 1_000;

/**
 * Parses the object that the prompt requests while it arrives, and returns each sentence with its quotes as soon as it is complete. It
 * also accepts a whole answer with all quotes in one list, at the end. Text after the object is ignored.
 */
export class ReplyReader {
  private readonly parser = new JSONParser({ paths: ['$.*', '$.sentences.*'], keepStack: false });
  private readonly fields: Record<string, unknown> = {};
  private readonly claims = new Claims();
  /** Complete sentences that have not been returned yet. */
  private readonly fresh: unknown[] = [];
  /** The text before the object without complete thoughts. Null after the object has begun. */
  private opening: string | null = '';
  /** The number of characters already searched for the end of thoughts. */
  private looked = 0;
  private length = 0;

  constructor() {
    this.parser.onValue = ({ value, key, stack }) => {
      if (stack.length > 1) this.fresh.push(value);
      else this.fields[String(key)] = value;
    };
  }

  /** Whether the object is complete. */
  get isEnded(): boolean {
    return this.parser.isEnded;
  }

  /** Adds a piece and returns the newly completed claims. @throws UnreadableReply */
  write(piece: string): ClaimedText[] {
    this.length += piece.length;
    if (this.length > LONGEST_REPLY) throw new UnreadableReply();
    const json = this.withoutOpening(piece);
    if (json === '' || this.isEnded) return [];
    try {
      this.parser.write(json);
    } catch {
      // Only the end of a code fence, or text, follows the object.
      if (!this.isEnded) throw new UnreadableReply();
    }
    return this.fresh.splice(0).map((claim) => this.claims.take(claim));
  }

  /** The claims of a reply with one list of quotes. Empty if the reply has sentences. @throws UnreadableReply */
  end(): ClaimedText[] {
    if (!this.isEnded) throw new UnreadableReply();
    return Array.isArray(this.fields['sentences']) ? [] : claimsIn(this.fields);
  }

  private withoutOpening(piece: string): string {
    if (this.opening === null) return piece;
    this.opening = this.opening === '' ? piece.trimStart() : this.opening + piece;
    const tag = endOfThoughts(this.opening);
    if (tag !== null) {
      const end = this.opening.indexOf(tag, this.looked);
      this.looked = Math.max(0, this.opening.length - tag.length);
      if (end < 0) return '';
      this.opening = this.opening.slice(end + tag.length).trimStart();
      this.looked = 0;
    }
    const [before] = FENCE.exec(this.opening) ?? [];
    if ((before ?? this.opening).length > LONGEST_OPENING) throw new UnreadableReply();
    if (before === undefined) {
      if (!STILL_OPENING.test(this.opening)) throw new UnreadableReply();
      return '';
    }
    const json = this.opening.slice(before.length);
    this.opening = null;
    return json;
  }
}
