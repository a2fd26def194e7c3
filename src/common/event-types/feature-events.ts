import type { EventType } from './declare-events';

/** A type of events as a feature names it. */
export interface FeatureEvents {
  readonly feature: string;
  /** Whether the feature is from outside this tree. */
  readonly isOutside: boolean;
  readonly key: string;
  readonly type: EventType;
}
