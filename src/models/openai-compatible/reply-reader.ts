import { JSONParser } from '@streamparser/json';
import { type ClaimedText, claimsIn, UnreadableReply } from './reply';

/** Characters of a reply: sixteen times as many as the tokens that are asked for have. */
const LONGEST_REPLY = 65_536;
/** What may stand before the object: the thoughts of models that show them, and the beginning of a code fence. */
const OPENING = /^\s*(?:<think>[\s\S]*?<\/think>\s*)?(?:```(?:json)?\s*)?(?=\{)/;
/** What may become that. */
const STILL_OPENING = /^\s*(?:$|<|`)/;

/**
 * Reads the object that the prompt asks for as it comes: a sentence with its quotes is told as soon as it is complete. A
 * whole answer with all its quotes in one list is understood as well, at its end. What stands behind the object is ignored.
 */
export class ReplyReader {
  private readonly parser = new JSONParser({ paths: ['$.*', '$.sentences.*'], keepStack: false });
  private readonly fields: Record<string, unknown> = {};
  private readonly sentences: unknown[] = [];
  /** What came before the object; null once that has begun. */
  private opening: string | null = '';
  private length = 0;
  private told = 0;

  constructor() {
    this.parser.onValue = ({ value, key, stack }) => {
      if (stack.length > 1) this.sentences.push(value);
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
    const claims = claimsIn({ sentences: this.sentences });
    const complete = claims.slice(this.told);
    this.told = claims.length;
    return complete;
  }

  /** The claims that only the whole reply tells: none where it has sentences. @throws UnreadableReply */
  end(): ClaimedText[] {
    if (!this.isEnded) throw new UnreadableReply();
    return Array.isArray(this.fields['sentences']) ? [] : claimsIn(this.fields);
  }

  private withoutOpening(piece: string): string {
    if (this.opening === null) return piece;
    this.opening += piece;
    const opened = OPENING.exec(this.opening);
    if (!opened) {
      if (!STILL_OPENING.test(this.opening)) throw new UnreadableReply();
      return '';
    }
    const json = this.opening.slice(opened[0].length);
    this.opening = null;
    return json;
  }
}
