import { Injectable } from '@nestjs/common';
import type { FollowedReply } from './reply.types';

/** Acts on what becomes of replies. */
export interface ReplyFollower {
  /** The reply has come to another status. Joins the caller's transaction, which holds the conversation's lock. */
  moved(reply: FollowedReply): Promise<void>;
}

/** Where the feature of support, which is built on this one, makes itself known to it. */
@Injectable()
export class ReplyFollowerPort implements ReplyFollower {
  private follower: ReplyFollower | undefined;

  provide(follower: ReplyFollower): void {
    this.follower = follower;
  }

  moved(reply: FollowedReply): Promise<void> {
    if (!this.follower) throw new Error('No feature follows replies');
    return this.follower.moved(reply);
  }
}
