import { Injectable } from '@nestjs/common';

/** A member who leaves, or who sees fewer agents from now on. */
export interface LostReach {
  workspaceId: string;
  memberId: string;
  hasLeft: boolean;
  /** The agents that they still see. */
  keptAgentIds: readonly string[];
}

/**
 * Takes from a member what only members have who see its agent, in the transaction that removes or restricts them, which holds
 * the lock of the workspace.
 */
export type WorkRelease = (lost: LostReach) => Promise<void>;

/** Where features, which are built on this one, say what becomes of their work when a member leaves or is restricted. */
@Injectable()
export class MemberWorkPort {
  private readonly releases: WorkRelease[] = [];

  /** In the order in which they lock (decision 0102), which is that of the features' modules. */
  register(release: WorkRelease): void {
    this.releases.push(release);
  }

  async release(lost: LostReach): Promise<void> {
    for (const release of this.releases) await release(lost);
  }
}
