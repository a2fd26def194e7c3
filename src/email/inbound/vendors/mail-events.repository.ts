import { Injectable } from '@nestjs/common';
import { IsNull, Not, type WhereExpressionBuilder } from 'typeorm';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId } from '../../../common/database/uuid';
import { NO_WORKSPACE } from '../../../common/jobs/turns';
import { type AnnouncedMail, InboundMailEvent } from './inbound-mail-event.entity';

/** The table inbound_mail_events for arriving events. */
@Injectable()
export class MailEventsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Stores an event and returns its id, which is that of the first delivery. `turnOf`: the workspace of its recipients */
  async upsert(eventId: string, details: AnnouncedMail, turnOf: string): Promise<string> {
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(InboundMailEvent)
      .values({ id: newId(), eventId, details, turnOf, dueAt: () => 'now()' })
      .orIgnore()
      .execute();
    const { id } = await this.work.manager.findOneOrFail(InboundMailEvent, {
      select: { id: true },
      where: { eventId },
    });
    return id;
  }

  /** Deletes the events of a workspace about emails of these senders that were not fetched yet. */
  async deleteFrom(workspaceId: string, addresses: readonly string[]): Promise<void> {
    await this.waitingFrom(
      this.work.manager.createQueryBuilder().delete().from(InboundMailEvent),
      workspaceId,
      addresses,
    ).execute();
  }

  /** Forgets the sender and the subject of emails that were not fetched yet and are not for one workspace only. */
  async forgetSenders(addresses: readonly string[]): Promise<void> {
    const change = this.work.manager.createQueryBuilder().update(InboundMailEvent);
    const forgotten = change.set({ details: () => `details || '{"from": "", "sender": "", "subject": ""}'` });
    await this.waitingFrom(forgotten, NO_WORKSPACE, addresses).execute();
  }

  private waitingFrom<Q extends WhereExpressionBuilder>(change: Q, turnOf: string, addresses: readonly string[]): Q {
    const waiting = change.where({ turnOf, dueAt: Not(IsNull()) });
    return waiting.andWhere(`details ->> 'sender' = ANY(:addresses)`, { addresses });
  }
}
