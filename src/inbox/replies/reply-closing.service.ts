import { Injectable } from '@nestjs/common';
import { RepliesRepository } from './replies.repository';
import type { ReplyClosing, ReplyKey } from './reply.types';

/** What replies close once they are sent, for the feature that ends support requests. */
@Injectable()
export class ReplyClosingService {
  constructor(private readonly replies: RepliesRepository) {}

  /** Once; then the reply closes nothing any more. Null: it closes nothing. The caller holds the lock of the conversation. */
  async take(key: ReplyKey): Promise<ReplyClosing | null> {
    const closing = (await this.replies.findLocked(key))?.closeWhenSent ?? null;
    if (closing) await this.replies.update(key, { closeWhenSent: null });
    return closing;
  }
}
