import { Injectable } from '@nestjs/common';
import { Seal } from '../../common/secrets/seal';
import { Settings } from '../../config/load-settings';
import { base32, fromBase32 } from './base32';
import type { IssuedMailAddress, MailAddressKind } from './mail-address.types';

const LETTERS = { conversation: 'c', bounce: 'b', intake: 'a' } as const;
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as MailAddressKind]));

const ID_BYTES = 16;
/** 80 bits, too many to guess an address. */
const PROOF_BYTES = 10;

/** Matches a token at any position, because servers add prefixes and suffixes: `reply+…`, `bounces=…`, `…+tag`. */
const TOKENS = /(?=([abc][a-z2-7]{42}))/g;
/** The same in a text, in any letter case. */
const TOKENS_OF_TEXT = new RegExp(TOKENS.source, 'gi');
/** The most characters of a local part to read, far more than RFC 5321 allows. */
const MOST_READ = 256;

/**
 * Signed addresses that route incoming email. The local part contains a token: a letter for the kind, then 16 bytes of id and 10 of
 * HMAC-SHA-256 under SECRET_KEY in base32, 43 characters in all. So the id of a conversation is not enough to create its address. A
 * token does not expire, but ends with its target.
 */
@Injectable()
export class MailAddressesService {
  private readonly seal: Seal;
  private readonly reply: string | null;
  private readonly bounce: string | null;

  constructor({ values }: Settings) {
    this.seal = new Seal(values, 'mail-address');
    this.reply = values.MAIL_REPLY_ADDRESS;
    this.bounce = values.MAIL_BOUNCE_ADDRESS;
  }

  /** The address for replies to a conversation. Null if the installation receives no email. */
  replyAddress(conversationId: string): string | null {
    return this.address(this.reply, 'conversation', conversationId);
  }

  /** The envelope sender of a message, which receives reports about its delivery. Null if the installation has no such addresses. */
  bounceAddress(messageId: string): string | null {
    return this.address(this.bounce, 'bounce', messageId);
  }

  /** The address at which emails open conversations with an agent. Null if the installation receives no email. */
  intakeAddress(agentId: string): string | null {
    return this.address(this.reply, 'intake', agentId);
  }

  /** The target of an address, in any letter case and with additions. Null for an address that this service has not issued. */
  read(address: string): IssuedMailAddress | null {
    const local = address.slice(0, address.lastIndexOf('@')).slice(0, MOST_READ).toLowerCase();
    for (const [, token = ''] of local.matchAll(TOKENS)) {
      const issued = this.opened(token);
      if (issued) return issued;
    }
    return null;
  }

  /** The text with `[…]` in place of every token of this service, which could lead answers to a conversation. */
  withoutTokens(text: string): string {
    let kept = '';
    let from = 0;
    // At any position: what stands before a token may look like the beginning of one.
    for (const { index, 1: token = '' } of text.matchAll(TOKENS_OF_TEXT)) {
      if (index < from || !this.opened(token.toLowerCase())) continue;
      kept += `${text.slice(from, index)}[…]`;
      from = index + token.length;
    }
    return kept + text.slice(from);
  }

  private address(template: string | null, kind: MailAddressKind, id: string): string | null {
    return template && template.replace('{token}', this.token(kind, id.toLowerCase()));
  }

  private token(kind: MailAddressKind, id: string): string {
    const proof = this.seal.fingerprint(`${kind} ${id}`).subarray(0, PROOF_BYTES);
    return LETTERS[kind] + base32(Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), proof]));
  }

  private opened(token: string): IssuedMailAddress | null {
    const kind = KINDS.get(token[0] as 'a' | 'b' | 'c');
    const bytes = fromBase32(token.slice(1));
    // A token has one valid spelling only.
    if (!kind || !bytes || base32(bytes) !== token.slice(1)) return null;
    const hex = bytes.subarray(0, ID_BYTES).toString('hex');
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return this.seal.isFingerprint(bytes.subarray(ID_BYTES), `${kind} ${id}`, PROOF_BYTES) ? { kind, id } : null;
  }
}
