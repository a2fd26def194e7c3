import { createHash } from 'node:crypto';
import { storable } from '../../common/text/storable';
import type { ArrivedMail } from './inbound-mail.types';

/** Longer headers are not scanned, only parsed later. */
const MOST_HEADER_BYTES = 1_048_576;
/** Longer Message-IDs are ignored, because emails cannot refer to them. */
const LONGEST_ID = 500;
const LONGEST_ADDRESS = 254;
const MOST_ADDRESSES = 100;

const DELIVERED_TO = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc'];
/** The headers to read. An email can have hundreds of thousands of others. */
const WANTED: ReadonlySet<string> = new Set([...DELIVERED_TO, 'message-id', 'from']);
/** The most headers of one name. */
const MOST_HEADERS = 100;

/**
 * Scans an email while its bytes arrive, to find its identity and its addressees. Two deliveries are the same email if Message-ID,
 * From and body are equal; without a Message-ID, if all bytes are equal. The Message-ID alone is not enough, because the sender
 * chooses it, and some programs repeat it.
 */
export class MailScan {
  sizeBytes = 0;
  private readonly whole = createHash('sha256');
  private readonly body = createHash('sha256');
  private head: Buffer | null = Buffer.alloc(0);
  private readonly headers = new Map<string, string[]>();

  take(bytes: Buffer): void {
    this.sizeBytes += bytes.length;
    this.whole.update(bytes);
    if (this.head === null) this.body.update(bytes);
    else this.takeHead(Buffer.concat([this.head, bytes]));
  }

  end(): Omit<ArrivedMail, 'cutShort'> {
    if (this.head) this.endHead(this.head);
    const [mailId] = this.headers.get('message-id') ?? [];
    const [from] = this.headers.get('from') ?? [];
    const what = mailId ? [mailId, from ?? null, this.body.digest('hex')] : [this.whole.digest('hex')];
    return {
      identity: createHash('sha256').update(JSON.stringify(what)).digest(),
      sizeBytes: this.sizeBytes,
      mailId: referable(mailId),
      fromAddress:
        addressesIn(from ?? '')
          .at(-1)
          ?.toLowerCase() ?? null,
    };
  }

  /** The receivers in the headers, most trusted first. */
  get addressees(): string[] {
    const named = DELIVERED_TO.flatMap((name) => this.headers.get(name) ?? []);
    return named.flatMap(addressesIn).slice(0, MOST_ADDRESSES);
  }

  private takeHead(head: Buffer): void {
    const [blank] = /\r?\n\r?\n/.exec(head.toString('latin1')) ?? [];
    const end = blank === undefined ? -1 : head.indexOf(blank, 0, 'latin1');
    if (blank !== undefined && end >= 0) {
      this.body.update(head.subarray(end + blank.length));
      this.endHead(head.subarray(0, end));
    } else if (head.length > MOST_HEADER_BYTES) {
      this.endHead(Buffer.alloc(0));
    } else {
      this.head = head;
    }
  }

  private endHead(head: Buffer): void {
    this.head = null;
    const unfolded = storable(head.toString('utf8')).replace(/\r?\n(?=[ \t])/g, '');
    for (const line of unfolded.split(/\r?\n/)) {
      const colon = line.indexOf(':');
      if (colon < 1) continue;
      const name = line.slice(0, colon).trim().toLowerCase();
      const values = this.headers.get(name) ?? [];
      if (!WANTED.has(name) || values.length >= MOST_HEADERS) continue;
      values.push(line.slice(colon + 1).trim());
      this.headers.set(name, values);
    }
  }
}

/** The Message-ID with its angle brackets. Null without a usable one. */
export function referable(text: string | undefined): string | null {
  const [id] = /<[^<>\s]+>/.exec(text ?? '') ?? [];
  return id !== undefined && id.length <= LONGEST_ID ? id : null;
}

function addressesIn(text: string): string[] {
  const words = text.split(/[\s<>,;:"()]+/);
  return words.filter((word) => word.length <= LONGEST_ADDRESS && /^[^@]+@[^@]+$/.test(word));
}
