import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { InboundMail } from './inbound-mail.entity';
import type { ArrivedMail, MailPlaceInQueue, MailTarget } from './inbound-mail.types';
import { COPY_CHUNKS, INSERT_CHUNK } from './inbound-mails.sql';

/** A mail that is known, and the address that it came to. */
type KnownMail = Pick<InboundMail, 'id' | 'targetKind' | 'targetId'>;

/** The tables inbound_mails and inbound_mail_chunks as mail arrives. */
@Injectable()
export class InboundMailsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Takes a place for bytes that are to arrive; its id. */
  async insertArriving(envelopeSender: string | null): Promise<string> {
    const id = newId();
    await this.work.manager.insert(InboundMail, { id, envelopeSender });
    return id;
  }

  async appendChunk(id: string, startAt: number, bytes: Buffer): Promise<void> {
    await this.work.prepared(INSERT_CHUNK, [id, startAt, bytes]);
  }

  /** With what has arrived of it. */
  async deleteArriving(id: string): Promise<void> {
    await this.work.manager.delete(InboundMail, { id, identity: IsNull() });
  }

  /** Keeps others who take in the same mail out until the transaction ends. */
  lockIdentity(identity: Buffer): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['inbound mail', identity.toString('hex')]));
  }

  /** One for each address that the mail came to. */
  listByIdentity(identity: Buffer): Promise<KnownMail[]> {
    const select = { id: true, targetKind: true, targetId: true } as const;
    return this.work.manager.find(InboundMail, { select, where: { identity } });
  }

  /** From now on a worker takes it up. */
  async finishArriving(id: string, mail: ArrivedMail, { target, turnOf }: MailPlaceInQueue): Promise<void> {
    const change = { ...mail, ...columnsOf(target), turnOf, dueAt: () => 'now()' };
    await this.work.manager.update(InboundMail, { id }, change);
  }

  /** Those that a workspace has of a sender. */
  async deleteFrom(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.work.manager.delete(InboundMail, { workspaceId, fromAddress: In(addresses) });
  }

  /** Those of a sender that were looked at and are no workspace's. */
  async deleteUnroutedFrom(addresses: readonly string[]): Promise<void> {
    const unrouted = { workspaceId: IsNull(), finishedAt: Not(IsNull()) };
    await this.work.manager.delete(InboundMail, { ...unrouted, fromAddress: In(addresses) });
  }

  /** Those of a sender that are still to be read, to these conversations: once they are gone, nobody knows whose they were. */
  async deleteWaitingFrom(addresses: readonly string[], conversationIds: readonly string[]): Promise<void> {
    const waiting = { workspaceId: IsNull(), finishedAt: IsNull(), targetKind: 'conversation' as const };
    const which = { ...waiting, targetId: In(conversationIds), fromAddress: In(addresses) };
    await this.work.manager.delete(InboundMail, which);
  }

  /** The same mail for a further address; the id of the copy. */
  async copy(id: string, envelopeSender: string | null, mail: ArrivedMail, place: MailPlaceInQueue): Promise<string> {
    const copy = await this.insertArriving(envelopeSender);
    await this.work.query(COPY_CHUNKS, [id, copy]);
    await this.finishArriving(copy, mail, place);
    return copy;
  }
}

function columnsOf(target: MailTarget): Pick<InboundMail, 'targetKind' | 'targetId'> {
  return { targetKind: target?.kind ?? null, targetId: target?.id ?? null };
}
