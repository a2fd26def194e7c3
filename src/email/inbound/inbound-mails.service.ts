import { Injectable } from '@nestjs/common';
import { InboundMailsRepository } from './inbound-mails.repository';

/** Mail as it was handed over, for those who erase people. What became messages goes with its conversation. */
@Injectable()
export class InboundMailsService {
  constructor(private readonly mails: InboundMailsRepository) {}

  /**
   * All that a workspace keeps of a sender, whatever became of it, what is on its way to these conversations of theirs, and
   * what came from there to nobody: as to the address of a conversation that is gone. Joins the caller's transaction.
   */
  async eraseFrom(
    workspaceId: string,
    addresses: readonly string[],
    conversationIds: readonly string[],
  ): Promise<void> {
    await this.mails.deleteFrom(workspaceId, addresses);
    await this.mails.deleteWaitingFrom(addresses, conversationIds);
    await this.mails.deleteOfNobodyFrom(addresses);
  }

  /** Mails, taken in or quarantined, that are so many days of 24 hours old. */
  countOld(workspaceId: string, days: number, most: number): Promise<number> {
    return this.mails.countOld(workspaceId, days, most);
  }

  /** The oldest of them, at most `most`; their number. */
  eraseOld(workspaceId: string, days: number, most: number): Promise<number> {
    return this.mails.deleteOld(workspaceId, days, most);
  }
}
