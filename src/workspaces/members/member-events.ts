import { DomainEvent } from '../../common/events/domain-event';
import type { Lock } from '../../common/events/lock-order';

export interface LostReach {
  readonly workspaceId: string;
  readonly memberId: string;
  readonly hasLeft: boolean;
  /** The agents that the member still sees. */
  readonly visibleAgentIds: readonly string[];
}

/** A member has left the workspace, or now sees fewer agents. The publisher holds the lock of the workspace. */
export class MemberReachReduced extends DomainEvent<LostReach> {
  static override readonly holds: Lock | null = 'workspace';
}

/** A member who was an owner or admin has left the workspace, or is a mere member now. The publisher holds the lock of the workspace. */
export class AdminLost extends DomainEvent<{ readonly memberId: string }> {
  static override readonly holds: Lock | null = 'workspace';
}
