import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { NotFound } from '../../common/errors/domain-error';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { QuarantineRepository } from './quarantine.repository';

/** Mail to nobody, as the commands of an operator see it. No module exports it, so that no request reaches it. */
@Injectable()
export class QuarantineOperatorService {
  constructor(private readonly mails: QuarantineRepository) {}

  /** Oldest first. */
  page(request: PageRequest): Promise<Page<InboundMail>> {
    return this.mails.pageOfUnrouted(request);
  }

  /** Of any workspace, too; the service takes it up. @throws NotFound 404 */
  async replay(id: string): Promise<void> {
    if (!(await this.mails.releaseAny(id))) throw new NotFound();
  }
}
