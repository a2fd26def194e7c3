import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../common/database/page';
import { Erasers } from '../../common/erasure/erasers';
import { NotFound } from '../../common/errors/domain-error';
import { normalEmail } from '../../common/mail/email-address';
import type { Member, WorkspaceScope } from '../../common/request/principal';
import type { AcceptedMailSender } from './accepted-mail-sender.entity';
import { AcceptedMailSendersRepository } from './accepted-mail-senders.repository';

/** Senders whose email opens conversations even if a program sends it, because a member has released one of their emails. */
@Injectable()
export class AcceptedMailSendersService {
  constructor(
    private readonly senders: AcceptedMailSendersRepository,
    erasers: Erasers,
  ) {
    erasers.register({
      step: 'traces',
      erase: async ({ workspaceId, addresses }) => {
        await senders.deleteAddresses(workspaceId, addresses.map(normalEmail));
      },
    });
  }

  /** Joins the caller's transaction. `address` in lower case. */
  accept({ workspaceId, memberId }: Member, agentId: string, address: string): Promise<void> {
    return this.senders.insertIfNew({ workspaceId, agentId, address, acceptedByMemberId: memberId });
  }

  isAccepted(workspaceId: string, agentId: string, address: string): Promise<boolean> {
    return this.senders.existsWithAddress(workspaceId, agentId, address);
  }

  page(scope: WorkspaceScope, request: PageRequest): Promise<Page<AcceptedMailSender>> {
    return this.senders.page(scope, request);
  }

  /** @throws NotFound 404, also for the later of two callers at once */
  async remove(scope: WorkspaceScope, id: string): Promise<void> {
    if (!(await this.senders.delete(scope, id))) throw new NotFound();
  }
}
