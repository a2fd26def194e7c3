import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { REQUESTS_MIGRATIONS } from '../../migrations/requests';
import { Settings } from '../config/load-settings';
import { Audit } from './audit/audit';
import { AuditGuard } from './audit/audit.guard';
import { RefusedAttempts } from './audit/refused-attempts';
import { Callers } from './auth/callers';
import { CredentialGuard } from './auth/credential.guard';
import { LastUsed } from './auth/last-used';
import { LiveAuthority } from './auth/live-authority';
import { PathAccess } from './auth/path-access';
import { PathResources } from './auth/path-resources';
import { Strategies } from './auth/strategies/strategies';
import { WorkspaceGuard } from './auth/workspace.guard';
import { Compute } from './compute/compute';
import { Erasers } from './erasure/erasers';
import { EventsModule } from './events/events.module';
import { Feature } from './feature/feature.decorator';
import { BY_ERASER, leftOut, ofInstallation } from './feature/table-policy';
import { ErrorFilter } from './http/error.filter';
import { IdleConnections } from './http/idle-connections';
import { OperationCalls } from './http/operation-calls';
import { LastResort } from './http/last-resort';
import { RequestShapeGuard } from './http/request-shape.guard';
import { RequestValidationPipe } from './http/validation.pipe';
import { IdempotencyGuard } from './idempotency/idempotency.guard';
import { ReplayChecks } from './idempotency/replay-checks';
import { RESPONSES_KEPT_HOURS, SEALED_RESPONSE, StoredResponses } from './idempotency/stored-responses';
import { BackgroundRunner } from './jobs/background-runner';
import { ExpiredRows } from './jobs/expired-rows';
import { LeasedQueues } from './jobs/leased-queues';
import { Queues } from './jobs/queues';
import { WakeUps } from './jobs/wake-ups';
import { wakeUpsFor } from './jobs/wake-ups-for';
import { AddressGuard } from './outbound/address-guard';
import { NameResolver } from './outbound/name-resolver';
import { Outbound } from './outbound/outbound';
import { LimitStore } from './rate-limit/limit-store';
import { limitStoreFor } from './rate-limit/limit-store-for';
import { GUARD_LIMITS } from './operations/guard-limits';
import { PostgresLimits } from './rate-limit/postgres-limits';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { RateLimiter } from './rate-limit/rate-limiter';
import { RedisLink } from './redis/redis-link';
import { MethodTable } from './registry/method-table';
import { OperationGuard } from './registry/operation.guard';
import { OperationRegistry } from './registry/operation.registry';
import { Audiences } from './request/audience';
import { ResealPreparations } from './secrets/reseal-preparations';
import { SealedColumnsOperatorService } from './resealing/sealed-columns-operator.service';
import { FallbacksNotice } from './resealing/fallbacks-notice';

/**
 * The checks of every request in order: authentication (401), access by declaration (403), visibility of the workspace (404), role
 * (403), rate limits (429), shape and DTO (400). Then the handler runs.
 */
@Global()
@Feature({
  name: 'requests',
  tables: {
    idempotency_keys: ofInstallation({
      sealed: [
        { ...SEALED_RESPONSE, purpose: 'idempotency', condition: `caller NOT LIKE 'member:%'` },
        // Members move support requests, whose responses are sealed apart.
        { ...SEALED_RESPONSE, purpose: 'support-transitions', condition: `caller LIKE 'member:%'` },
      ],
      erasedWith: { contact: BY_ERASER },
      countedAs: 'storedResponses',
      expires: [
        { key: 'caller, operation, key', condition: `created_at < now() - interval '${RESPONSES_KEPT_HOURS} hours'` },
      ],
    }),
    rate_limits: ofInstallation({ expires: [{ key: 'key', condition: 'window_ends_at < now()' }] }),
    event_deliveries: leftOut('they are delivered by the installation where the events happened', {
      expires: [{ key: 'workspace_id, id', condition: `failed_at < now() - interval '30 days'` }],
    }),
  },
  migrations: REQUESTS_MIGRATIONS,
  limits: GUARD_LIMITS,
})
@Module({
  imports: [DiscoveryModule, EventsModule],
  providers: [
    OperationRegistry,
    MethodTable,
    Audiences,
    Strategies,
    Callers,
    PathResources,
    PathAccess,
    LiveAuthority,
    LastUsed,
    PostgresLimits,
    { provide: LimitStore, inject: [PostgresLimits, RedisLink, Settings], useFactory: limitStoreFor },
    RateLimiter,
    ReplayChecks,
    StoredResponses,
    { provide: WakeUps, inject: [RedisLink, Settings], useFactory: wakeUpsFor },
    Audit,
    RefusedAttempts,
    BackgroundRunner,
    Erasers,
    ExpiredRows,
    Queues,
    LeasedQueues,
    ResealPreparations,
    SealedColumnsOperatorService,
    FallbacksNotice,
    Compute,
    NameResolver,
    AddressGuard,
    Outbound,
    { provide: APP_GUARD, useClass: CredentialGuard },
    { provide: APP_GUARD, useClass: OperationGuard },
    { provide: APP_GUARD, useClass: WorkspaceGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useClass: RequestShapeGuard },
    { provide: APP_GUARD, useClass: IdempotencyGuard },
    { provide: APP_GUARD, useClass: AuditGuard },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    ErrorFilter,
    { provide: APP_FILTER, useExisting: ErrorFilter },
    IdleConnections,
    LastResort,
    OperationCalls,
  ],
  exports: [
    Audit,
    RefusedAttempts,
    OperationRegistry,
    OperationCalls,
    Audiences,
    Strategies,
    Callers,
    PathResources,
    LastUsed,
    RateLimiter,
    ReplayChecks,
    StoredResponses,
    BackgroundRunner,
    Erasers,
    ExpiredRows,
    Queues,
    LeasedQueues,
    ResealPreparations,
    Compute,
    AddressGuard,
    Outbound,
  ],
})
export class CommonModule {}
