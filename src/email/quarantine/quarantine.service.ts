import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { NotFound } from '../../common/errors/domain-error';
import { required } from '../../common/errors/required';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import type { WorkspaceScope } from '../../common/request/principal';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { INBOUND_MAIL_WORK } from '../inbound/inbound-mail-work';
import { QuarantineRepository } from './quarantine.repository';

/** Quarantined emails to the agents of a workspace. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly mails: QuarantineRepository,
    private readonly runner: BackgroundRunner,
  ) {}

  page(scope: WorkspaceScope, request: PageRequest): Promise<Page<InboundMail>> {
    return this.mails.page(scope, request);
  }

  /** Releases an email and returns its previous state. @throws NotFound 404, also for the later of two concurrent callers */
  async replay(scope: WorkspaceScope, id: string): Promise<InboundMail> {
    const mail = required(await this.mails.find(scope, id));
    if (!(await this.mails.release(scope, id))) throw new NotFound();
    this.runner.wake(INBOUND_MAIL_WORK);
    return mail;
  }
}
