/*
 * The API for features in other packages: `import { Feature, Operation, UnitOfWork } from 'parley'`. The rest of src
 * may change with every version. See docs/a-feature-of-your-own.md.
 */

// A feature and its declarations.
export { Feature, type FeatureDeclaration, type MigrationClass } from './common/feature/feature.decorator';
export {
  DUE_NOW,
  exported,
  type ExportedTable,
  LEASE_ENDED,
  leftOut,
  type LeftOutTable,
  ofInstallation,
  type TablePolicy,
} from './common/feature/table-policy';

// Operations: access, input and answer.
export { Operation } from './common/registry/operation.decorator';
export { OutsideApi } from './common/registry/operation.route';
export type { Access, AccountScope, KeyScope, Role } from './common/operations/access';
export type { AuditDeclaration, AuditedOperation, FieldKind } from './common/operations/audited';
export { REMOVED, RemovalDto } from './common/operations/removal.dto';
export { RequestExamples } from './common/operations/request-examples';
export { SecretField } from './common/operations/secret-field';
export { Section } from './common/operations/section.decorator';
export * from './common/auth/current.decorators';
export { type PathContext, type PathResourceFinder, PathResources } from './common/auth/path-resources';
export { BodyStream, type StreamedBody } from './common/http/body-stream';
export { streamedText } from './common/http/streamed-text';
export { UuidParam } from './common/http/uuid-param.pipe';
export * from './common/request/principal';
export { type Limit, RateLimited, RateLimiter } from './common/rate-limit/rate-limiter';

// Fields of inputs and answers.
export * from './common/validation/field-rules';
export * from './common/validation/plain-fields';
export { Instant, UtcInstant } from './common/validation/instant';
export { FlagQuery } from './common/http/flag-query.decorator';
export { IntegerQuery } from './common/http/integer-query.decorator';
export { IdCursor, NextCursor, PageLimit } from './common/http/page-query';

// Refusals.
export {
  DomainError,
  type DomainErrorOptions,
  type ErrorDetail,
  NotFound,
  ValidationFailed,
  VersionConflict,
} from './common/errors/domain-error';
export { declareErrors, type ErrorCode, type ErrorCodes } from './common/errors/error-codes';
export { required } from './common/errors/required';

// The audit log.
export { Audit, type OwnChange } from './common/audit/audit';

// The database.
export { UnitOfWork } from './common/database/unit-of-work';
export { onViolation } from './common/database/constraint-violation';
export { databaseTime } from './common/database/database-time';
export { type Page, pageOf, type PageRequest } from './common/database/page';
export { isUuid, NEW_ID_SQL, newId, uuidOrNil } from './common/database/uuid';
export { Seal } from './common/secrets/seal';
export { ResealPreparations } from './common/secrets/reseal-preparations';

// Work in the background.
export { BackgroundRunner, type BackgroundTask } from './common/jobs/background-runner';
export { ClaimLost, Lease } from './common/jobs/lease';
export { LeasedQueue } from './common/jobs/leased-queue';
export * from './common/jobs/leased-queue.types';
export { LeasedQueues } from './common/jobs/leased-queues';
export { LeasedRow } from './common/jobs/leased-row';
export { type Mail, MailOutbox, type MailWriter } from './common/mail/mail-outbox';

// Erasures that a table's policy cannot describe.
export { Erasers } from './common/erasure/erasers';
export * from './common/erasure/erasure.types';

// The log of a workspace: types of events, and how to append them.
export * from './common/event-types/declare-events';
export * from './common/event-types/event-fields';
export { type Changes, changesOf, type ComparedFields } from './common/event-types/changes';
export { type EventActor, type LogEntry, logEntry, type NewEvent } from './common/event-types/log-entry';
export { EventLog } from './events/event-log.service';
export { EventResources, type ResourceLoader } from './events/event-resources.service';

// Domain events: how to publish and to subscribe, and those of the service.
export { DomainEvent, type EventClass } from './common/events/domain-event';
export { DomainEvents } from './common/events/domain-events';
export type { Delivery } from './common/events/event-deliveries';
export { type Lock } from './common/events/lock-order';
export { AfterCommit, OnEvents } from './common/events/on-events.decorator';
export * from './agents/agent-events';
export * from './audit/audit-events';
export * from './contacts/contact-events';
export * from './conversations/conversation-events';
export * from './inbox/labels/label-events';
export * from './sources/source-events';
export * from './model-settings/model-settings-events';
export * from './sla/clocks/sla-events';
export * from './support/support-events';
export * from './workspaces/members/member-events';

// The service within another process.
export { logger } from './common/logging/logger';
export { CannotStart } from './config/cannot-start';
export { InvalidSettings, Settings } from './config/load-settings';
export { loadInstallation } from './features';
export { Service, type ServiceOptions } from './service';
