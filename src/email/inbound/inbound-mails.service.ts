import { Injectable } from '@nestjs/common';
import { InboundMailsRepository } from './inbound-mails.repository';

/** Mail as it was handed over, for those who erase people. What became messages goes with its conversation. */
@Injectable()
export class InboundMailsService {
  constructor(private readonly mails: InboundMailsRepository) {}

  /** All that a workspace keeps of a sender, whatever became of it. Joins the caller's transaction. */
  eraseFrom(workspaceId: string, address: string): Promise<void> {
    return this.mails.deleteFrom(workspaceId, address);
  }
}
