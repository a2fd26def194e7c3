import { Injectable } from '@nestjs/common';
import type { LostReach } from '../workspaces/members/member-work.port';

/** What members are assigned within conversations, besides these themselves. */
export interface AssignedWork {
  /** The conversations that work which is lost is in; as many as the member has. */
  listConversationIds(lost: LostReach): Promise<string[]>;
  /** It is nobody's from then on. Joins the caller's transaction, which holds the locks of these conversations. */
  release(lost: LostReach): Promise<void>;
}

/** Where the feature of support, which is built on this one, makes itself known to it. */
@Injectable()
export class AssignedWorkPort implements AssignedWork {
  private work: AssignedWork | undefined;

  provide(work: AssignedWork): void {
    this.work = work;
  }

  listConversationIds(lost: LostReach): Promise<string[]> {
    return this.provided.listConversationIds(lost);
  }

  release(lost: LostReach): Promise<void> {
    return this.provided.release(lost);
  }

  private get provided(): AssignedWork {
    if (!this.work) throw new Error('No feature assigns work in conversations');
    return this.work;
  }
}
