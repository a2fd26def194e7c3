import { Injectable } from '@nestjs/common';
import { Erasers } from '../../common/erasure/erasers';
import type { Erasure } from '../../common/erasure/erasure.types';
import { InboundMailsRepository } from './inbound-mails.repository';

/** Erases received emails together with people. Messages are erased with their conversations. */
@Injectable()
export class InboundMailsService {
  constructor(
    private readonly mails: InboundMailsRepository,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'traces', erase: (erasure) => this.erase(erasure) });
  }

  /**
   * Erases all emails of a sender in a workspace, waiting emails to these conversations, and emails of the sender without a workspace,
   * such as those to a deleted conversation. If retention deletes old conversations, other emails stay.
   */
  private async erase({ cause, workspaceId, addresses, conversationIds }: Erasure): Promise<void> {
    if (cause === 'age') return;
    await this.mails.deleteFrom(workspaceId, addresses);
    await this.mails.deleteWaitingFrom(addresses, conversationIds);
    await this.mails.deleteUnroutedFrom(addresses);
  }
}
