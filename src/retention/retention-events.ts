import { DomainEvent } from '../common/events/domain-event';

/** A member has set the retention periods of a workspace. Null: the default. */
export class RetentionUpdated extends DomainEvent<{
  readonly eventDaysBefore: number | null;
  readonly eventDays: number | null;
}> {}
