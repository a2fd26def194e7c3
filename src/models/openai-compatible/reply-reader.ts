import { JSONParser } from '@streamparser/json';
import { type ClaimedText, Claims, claimsIn, UnreadableReply } from './reply';

/** Characters of a reply: sixteen times as many as the tokens that are asked for have. */
const LONGEST_REPLY = 65_536;
/** What may stand before the object: the thoughts of models that show them, and the beginning of a code fence. */
const THOUGHTS = { begin: '<think>', end: '</think>' };
const FENCE = /^(?:```(?:json)?\s*)?(?=\{)/;
/** What may become that, in characters at most. */
const STILL_OPENING = /^(?:$|<|`)/;
const LONGEST_OPENING = 1_000;

/**
 * Reads the object that the prompt asks for as it comes: a sentence with its quotes is told as soon as it is complete. A
 * whole answer with all its quotes in one list is understood as well, at its end. What stands behind the object is ignored.
 */
export class ReplyReader {
  private readonly parser = new JSONParser({ paths: ['$.*', '$.sentences.*'], keepStack: false });
  private readonly fields: Record<string, unknown> = {};
  private readonly claims = new Claims();
  /** Sentences that are complete, and not told. */
  private readonly fresh: unknown[] = [];
  /** What came before the object, without the thoughts that have ended; null once that has begun. */
  private opening: string | null = '';
  /** How much of it has no end of thoughts. */
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

  /** The claims that are complete with this piece of the reply. @throws UnreadableReply */
  write(piece: string): ClaimedText[] {
    this.length += piece.length;
    if (this.length > LONGEST_REPLY) throw new UnreadableReply();
    const json = this.withoutOpening(piece);
    if (json === '' || this.isEnded) return [];
    try {
      this.parser.write(json);
    } catch {
      // Behind the object stands the end of a code fence, or words.
      if (!this.isEnded) throw new UnreadableReply();
    }
    return this.fresh.splice(0).map((claim) => this.claims.take(claim));
  }

  /** The claims that only the whole reply tells: none where it has sentences. @throws UnreadableReply */
  end(): ClaimedText[] {
    if (!this.isEnded) throw new UnreadableReply();
    return Array.isArray(this.fields['sentences']) ? [] : claimsIn(this.fields);
  }

  private withoutOpening(piece: string): string {
    if (this.opening === null) return piece;
    this.opening = this.opening === '' ? piece.trimStart() : this.opening + piece;
    if (this.opening.startsWith(THOUGHTS.begin)) {
      const end = this.opening.indexOf(THOUGHTS.end, this.looked);
      this.looked = Math.max(0, this.opening.length - THOUGHTS.end.length);
      if (end < 0) return '';
      this.opening = this.opening.slice(end + THOUGHTS.end.length).trimStart();
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
