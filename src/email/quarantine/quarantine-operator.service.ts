import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { NotFound } from '../../common/errors/domain-error';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { QuarantineRepository } from './quarantine.repository';

/** Emails without a workspace, for operator commands. No module exports this service, so that no request can reach it. */
@Injectable()
export class QuarantineOperatorService {
  constructor(private readonly mails: QuarantineRepository) {}

  /** Oldest first. */
  page(request: PageRequest): Promise<Page<InboundMail>> {
    return this.mails.pageOfUnrouted(request);
  }

  /** Releases an email of any workspace or none, which a worker then processes. @throws NotFound 404 */
  async replay(id: string): Promise<void> {
    if (!(await this.mails.releaseAny(id))) throw new NotFound();
  }
}
