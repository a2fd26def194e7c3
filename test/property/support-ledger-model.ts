import type { SlaMilestone } from '../../src/support/support-request.types';
import type { MilestoneOutcome, NotSatisfiedReason, SlaReplyType } from '../../src/sla/sla.types';

const ANSWERS: readonly SlaReplyType[] = ['substantive', 'clarification', 'policy_refusal'];
export const RESPONSES: readonly SlaMilestone[] = ['first_response', 'next_response'];

/** What an episode waits for more than once. */
export const REPEATED: readonly SlaMilestone[] = ['next_response', 'approval_review'];

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
  /** When that was written down. */
  recordedAt: number;
  reason: NotSatisfiedReason | null;
}

/** What is known of the messages of a request: of each milestone and episode the last that was heard. */
export class Ledger {
  private readonly entries: Known[] = [];

  learn(known: Known): void {
    const index = this.entries.findIndex((one) => one.messageId === known.messageId && isAlike(one, known));
    if (index === -1) this.entries.push(known);
    else this.entries[index] = known;
  }

  get all(): readonly Known[] {
    return this.entries;
  }

  of(messageId: string): Known[] {
    return this.entries.filter((one) => one.messageId === messageId);
  }

  find(messageId: string, of: Pick<Known, 'episode' | 'milestone'>): Known | undefined {
    return this.of(messageId).find((one) => isAlike(one, of));
  }

  /** Whether the customer was answered in this episode. */
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

  /**
   * What reached the customer, of messages that were recorded for a clock, in the order in which that was written down. What
   * the service saw leave was a reply to everything that was waited for; what a member says is said of one milestone.
   */
  listFor(
    clock: { episode: number; milestone: SlaMilestone; knownAt: number; isAskedBy: (writtenAt: number) => boolean },
    except: string,
  ): Known[] {
    const since = this.entries.filter((one) => one.messageId !== except && one.recordedAt >= clock.knownAt);
    const isOnce = !REPEATED.includes(clock.milestone);
    return since
      .filter((one) => {
        if (isAlike(one, clock)) return isOnce || clock.isAskedBy(one.writtenAt);
        const hasOwn = since.some((other) => other.messageId === one.messageId && isAlike(other, clock));
        return !hasOwn && !one.byMember && clock.milestone !== 'verified_resolution' && clock.isAskedBy(one.writtenAt);
      })
      .filter((one) => one.outcome === 'accepted' && satisfies(clock.milestone, one.type))
      .sort((one, other) => one.recordedAt - other.recordedAt);
  }
}

export function isAlike(
  one: Pick<Known, 'episode' | 'milestone'>,
  other: Pick<Known, 'episode' | 'milestone'>,
): boolean {
  return one.episode === other.episode && one.milestone === other.milestone;
}
