import type {
  MilestoneOutcome,
  NotSatisfiedReason,
  SlaMilestone,
  SlaReplyType,
} from '../../src/support/support-request.types';

const ANSWERS: readonly SlaReplyType[] = ['substantive', 'clarification', 'policy_refusal'];
export const RESPONSES: readonly SlaMilestone[] = ['first_response', 'next_response'];

export function satisfies(milestone: SlaMilestone, type: SlaReplyType): boolean {
  if (milestone === 'approval_review') return ['substantive', 'policy_refusal', 'internal_note'].includes(type);
  if (milestone === 'verified_resolution') return ['substantive', 'policy_refusal'].includes(type);
  return ANSWERS.includes(type);
}

/** What was said of a message for a milestone. */
export interface Known {
  episode: number;
  milestone: SlaMilestone;
  messageId: string;
  writtenAt: number;
  outcome: MilestoneOutcome;
  type: SlaReplyType;
  at: number;
  byMember: boolean;
  reason: NotSatisfiedReason | null;
}

/** What is known of the messages of a request: of each milestone and episode the last that was heard. */
export class Ledger {
  private entries: Known[] = [];

  learn(known: Known): void {
    this.entries = this.entries.filter((one) => one.messageId !== known.messageId || !isAlike(one, known));
    this.entries.push(known);
  }

  of(messageId: string): Known[] {
    return this.entries.filter((one) => one.messageId === messageId);
  }

  find(messageId: string, of: Pick<Known, 'episode' | 'milestone'>): Known | undefined {
    return this.of(messageId).find((one) => isAlike(one, of));
  }

  /** Whether somebody has answered the customer in this episode. */
  isAnswered(episode: number): boolean {
    return this.lastResponse(episode) !== undefined;
  }

  /** Of the answers that reached the customer in an episode, the one that was written last. */
  lastResponse(episode: number): Known | undefined {
    return this.entries
      .filter(
        (one) =>
          one.episode === episode &&
          RESPONSES.includes(one.milestone) &&
          one.outcome === 'accepted' &&
          ANSWERS.includes(one.type),
      )
      .sort((one, other) => one.writtenAt - other.writtenAt)
      .at(-1);
  }

  /** The first that reached the customer, of those that would satisfy the milestone. */
  firstFor(
    { episode, milestone, startedAt }: { episode: number; milestone: SlaMilestone; startedAt: number },
    except: string,
  ): Known | undefined {
    return this.entries
      .filter(
        (one) =>
          one.episode === episode &&
          one.messageId !== except &&
          one.outcome === 'accepted' &&
          one.writtenAt >= startedAt &&
          // That a resolution was verified, somebody must have said.
          (milestone !== 'verified_resolution' || one.milestone === milestone) &&
          satisfies(milestone, one.type),
      )
      .sort((one, other) => one.at - other.at)[0];
  }
}

export function isAlike(
  one: Pick<Known, 'episode' | 'milestone'>,
  other: Pick<Known, 'episode' | 'milestone'>,
): boolean {
  return one.episode === other.episode && one.milestone === other.milestone;
}
