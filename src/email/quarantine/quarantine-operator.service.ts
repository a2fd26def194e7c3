import { Injectable } from '@nestjs/common';
import { Audit } from '../../common/audit/audit';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import type { InboundMail } from '../inbound/inbound-mail.entity';
import { QuarantineRepository } from './quarantine.repository';

/** Emails without a workspace, for operator commands. No module exports this service, so that no request can reach it. */
@Injectable()
export class QuarantineOperatorService {
  constructor(
    private readonly mails: QuarantineRepository,
    private readonly audit: Audit,
    private readonly work: UnitOfWork,
  ) {}

  /** Oldest first. */
  page(request: PageRequest): Promise<Page<InboundMail>> {
    return this.mails.pageOfUnrouted(request);
  }

  /** Releases an email of any workspace or none, which a worker then processes. @throws NotFound 404 */
  async replay(id: string): Promise<void> {
    await this.work.run(async () => {
      if (!(await this.mails.releaseAny(id))) throw new NotFound();
      await this.audit.operator({ workspaceId: null, name: 'replayMail', subject: { type: 'inbound_mail', id } });
    });
  }
}
