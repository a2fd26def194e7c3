import { Injectable } from '@nestjs/common';
import { Erasers } from '../../common/erasure/erasers';
import type { Erasure } from '../../common/erasure/erasure.types';
import { InboundMailsRepository } from './inbound-mails.repository';

/** Mail as it was handed over, for those who erase people. What became messages goes with its conversation. */
@Injectable()
export class InboundMailsService {
  constructor(
    private readonly mails: InboundMailsRepository,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'traces', erase: (erasure) => this.erase(erasure) });
  }

  /**
   * All that a workspace keeps of a sender, whatever became of it, what is on its way to these conversations of theirs, and
   * what came from there to no conversation: as to the address of a conversation that is gone. Mail to old conversations stays.
   */
  private async erase({ cause, workspaceId, addresses, conversationIds }: Erasure): Promise<void> {
    if (cause === 'age') return;
    await this.mails.deleteFrom(workspaceId, addresses);
    await this.mails.deleteWaitingFrom(addresses, conversationIds);
    await this.mails.deleteUnroutedFrom(addresses);
  }
}
