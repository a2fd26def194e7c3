import { logger } from '../../common/logging/logger';
import type { ConversationKey } from './sla-clocks.repository';

/** Conversations whose clocks are worked on in one transaction, so that a thousand breaches at once hold no request up for long. */
const MOST = 100;

export interface ClockWork {
  /** Locks at most so many conversations with clocks that are due, and works on those. */
  batch: (most: number, claimed: (conversations: readonly ConversationKey[]) => void) => Promise<boolean>;
  /** Of clocks that cannot be worked on: others come first from now on. */
  postpone: (conversation: ConversationKey) => Promise<void>;
}

/**
 * Works on the clocks of many conversations at once, and after a failure on those of one at a time, so that one that cannot be
 * worked on holds up no other.
 */
export class ClockBatches {
  private most = MOST;

  constructor(private readonly work: ClockWork) {}

  /** @returns whether there was anything to work on */
  async next(): Promise<boolean> {
    const most = this.most;
    let claimed: readonly ConversationKey[] = [];
    try {
      const worked = await this.work.batch(most, (conversations) => (claimed = conversations));
      this.most = Math.min(MOST, worked ? most * 2 : MOST);
      return worked;
    } catch (error) {
      const [conversation] = claimed;
      if (!conversation) throw error;
      this.most = 1;
      if (claimed.length > 1) return true;
      await this.work.postpone(conversation);
      logger.error({ err: error, conversation: conversation.conversationId }, 'clocks that cannot be worked on');
      return true;
    }
  }
}
