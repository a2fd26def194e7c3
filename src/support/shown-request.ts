import type { ShownClock } from './sla/clock';
import type { SupportRequest } from './support-request.entity';

/** A support request as it is shown. */
export interface ShownRequest {
  request: SupportRequest;
  /** Of its conversation; null: nobody said who. */
  contactId: string | null;
  clocks: readonly ShownClock[];
}
