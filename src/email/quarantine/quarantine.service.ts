import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page, PageRequest } from '../../common/database/page';
import { NotFound } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import { AcceptedMailSendersService } from '../accepted/accepted-mail-senders.service';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { INBOUND_MAIL_WORK } from '../inbound/inbound-mail-work';
import { QuarantineRepository } from './quarantine.repository';

/** An email before its release, and whether its sender is accepted from then on. */
export interface ReplayedMail {
  mail: InboundMail;
  isRemembered: boolean;
}

/** Quarantined emails to the agents of a workspace. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly mails: QuarantineRepository,
    private readonly accepted: AcceptedMailSendersService,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {}

  page(scope: WorkspaceScope, request: PageRequest): Promise<Page<InboundMail>> {
    return this.mails.page(scope, request);
  }

  /**
   * Releases an email and returns its previous state. With `remember`, later email of its sender is not quarantined because a program has
   * sent it.
   *
   * @throws NotFound 404, also for the later of two concurrent callers
   */
  async replay(member: Member, id: string, remember: boolean): Promise<ReplayedMail> {
    const replayed = await this.work.run(async () => {
      const mail = required(await this.mails.find(member, id));
      if (!(await this.mails.release(member, id))) throw new NotFound();
      const { agentId, fromAddress } = mail;
      const isAutomatic = mail.reason === 'automatic_without_conversation';
      const isRemembered = remember && isAutomatic && agentId !== null && fromAddress !== null;
      if (isRemembered) await this.accepted.accept(member, agentId, fromAddress);
      return { mail, isRemembered };
    });
    this.runner.wake(INBOUND_MAIL_WORK);
    return replayed;
  }
}
