import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { InboundMail } from './inbound-mail.entity';
import type { ArrivedMail, MailPlaceInQueue, MailTarget } from './inbound-mail.types';
import { COPY_CHUNKS, INSERT_CHUNK } from './inbound-mails.sql';

/** A known email and its target. */
type KnownMail = Pick<InboundMail, 'id' | 'targetKind' | 'targetId'>;

/** The tables inbound_mails and inbound_mail_chunks for arriving email. */
@Injectable()
export class InboundMailsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Creates a row for an arriving email and returns its id. */
  async insertArriving(envelopeSender: string | null, id = newId()): Promise<string> {
    await this.work.manager.insert(InboundMail, { id, envelopeSender });
    return id;
  }

  async appendChunk(id: string, startAt: number, bytes: Buffer): Promise<void> {
    await this.work.prepared(INSERT_CHUNK, [id, startAt, bytes]);
  }

  /** Deletes an arriving email and its chunks. */
  async deleteArriving(id: string): Promise<void> {
    await this.work.manager.delete(InboundMail, { id, identity: IsNull() });
  }

  /** Excludes other processes with the same email until the transaction ends. */
  lockIdentity(identity: Buffer): Promise<void> {
    return advisoryLock(this.work, JSON.stringify(['inbound mail', identity.toString('hex')]));
  }

  /** One for each target of the email. */
  listByIdentity(identity: Buffer): Promise<KnownMail[]> {
    const select = { id: true, targetKind: true, targetId: true } as const;
    return this.work.manager.find(InboundMail, { select, where: { identity } });
  }

  /** An email to an agent by its subject, which must be rare. */
  findBySubject(
    workspaceId: string,
    agentId: string,
    subject: string,
  ): Promise<Pick<InboundMail, 'id' | 'receivedAt' | 'outcome' | 'reason'> | null> {
    const select = { id: true, receivedAt: true, outcome: true, reason: true } as const;
    return this.work.manager.findOne(InboundMail, { select, where: { workspaceId, agentId, subject } });
  }

  /** Makes the email available to workers. */
  async finishArriving(id: string, mail: ArrivedMail, { target, turnOf }: MailPlaceInQueue): Promise<void> {
    const change = { ...mail, ...columnsOf(target), turnOf, dueAt: () => 'now()' };
    await this.work.manager.update(InboundMail, { id }, change);
  }

  /** Deletes the emails of a sender in a workspace. */
  async deleteFrom(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.work.manager.delete(InboundMail, { workspaceId, fromAddress: In(addresses) });
  }

  /** Deletes processed emails of a sender that belong to no workspace. */
  async deleteUnroutedFrom(addresses: readonly string[]): Promise<void> {
    const unrouted = { workspaceId: IsNull(), finishedAt: Not(IsNull()) };
    await this.work.manager.delete(InboundMail, { ...unrouted, fromAddress: In(addresses) });
  }

  /** Deletes waiting emails of a sender to these conversations. After the conversations are deleted, their workspace is unknown. */
  async deleteWaitingFrom(addresses: readonly string[], conversationIds: readonly string[]): Promise<void> {
    const waiting = { workspaceId: IsNull(), finishedAt: IsNull(), targetKind: 'conversation' as const };
    const which = { ...waiting, targetId: In(conversationIds), fromAddress: In(addresses) };
    await this.work.manager.delete(InboundMail, which);
  }

  /** Copies the email for a further target and returns the id of the copy. */
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
