import { DomainError, ValidationFailed } from '../../common/errors/domain-error';
import type { MilestoneOutcome } from '../sla.types';

/** The first detail says what is possible instead. */
export class MilestoneAlreadyRecorded extends DomainError {
  constructor(from: MilestoneOutcome, kind: MilestoneOutcome, allowed: readonly MilestoneOutcome[]) {
    const path = from === kind ? '/observedAt' : '/outcome';
    const message = from === kind ? 'was recorded with another time' : `was recorded as ${from}`;
    super('invalid_transition', 'This message was already recorded for this milestone, and differently.', {
      details: [{ path, code: 'invalid_transition', message, from, kind, allowed }],
    });
  }
}

/** `opened`: ISO 8601. */
export class ObservedTooEarly extends ValidationFailed {
  constructor(opened: string) {
    const message = `must not be before the support request was opened, at ${opened}`;
    super([{ path: '/observedAt', code: 'too_early', message }]);
  }
}

export class UnknownEpisode extends DomainError {
  constructor(newest: number) {
    super('association_invalid', 'The support request has no such episode.', {
      details: [{ path: '/episodeNumber', code: 'unknown_episode', message: `must be 1 to ${newest}` }],
    });
  }
}

export class UnknownMessage extends DomainError {
  constructor() {
    super('association_invalid', 'There is no message with this id in the conversation of the support request.', {
      details: [{ path: '/messageId', code: 'unknown_message', message: 'must be a message of the conversation' }],
    });
  }
}

/** Milestones wait for people: what customers and programs write is what has to be answered. */
export class MessageIsNoAnswer extends DomainError {
  constructor() {
    super('association_invalid', 'A message of the customer, or of a program, answers nothing.', {
      details: [{ path: '/messageId', code: 'no_answer', message: 'must be a message to the customer, or a note' }],
    });
  }
}

/** What customers do not see answers them nothing. */
export class NoteIsNoReply extends DomainError {
  constructor() {
    super('association_invalid', 'A note can only be recorded as an internal note.', {
      details: [{ path: '/replyType', code: 'is_note', message: 'must be internal_note for a note' }],
    });
  }
}
