import { DomainEvent } from '../common/events/domain-event';

/** A batch of the audit log was sealed. Published at most once a minute for a workspace, for the newest batch. */
export class AuditBatchSealed extends DomainEvent<{
  readonly batchNumber: number;
  readonly lastSequence: number;
  /** In hex. Keep it with the number elsewhere: it shows later whether the log is still the same. */
  readonly hash: string;
  /** In base64. */
  readonly signature: string;
  readonly keyId: string;
}> {}
