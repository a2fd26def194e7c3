import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId } from '../../../common/database/uuid';
import { type AnnouncedMail, InboundMailEvent } from './inbound-mail-event.entity';

/** The table inbound_mail_events for arriving events. */
@Injectable()
export class MailEventsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Stores an event and returns its id, which is that of the first delivery. */
  async upsert(eventId: string, details: AnnouncedMail): Promise<string> {
    await this.work.manager
      .createQueryBuilder()
      .insert()
      .into(InboundMailEvent)
      .values({ id: newId(), eventId, details, dueAt: () => 'now()' })
      .orIgnore()
      .execute();
    const { id } = await this.work.manager.findOneOrFail(InboundMailEvent, {
      select: { id: true },
      where: { eventId },
    });
    return id;
  }
}
