import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { Authenticators } from './auth/authenticators';
import { CredentialGuard } from './auth/credential.guard';
import { LastUsed } from './auth/last-used';
import { PathResources } from './auth/path-resources';
import { WorkspaceGuard } from './auth/workspace.guard';
import { ErrorFilter } from './errors/error.filter';
import { LastResort } from './http/last-resort';
import { RequestShapeInterceptor } from './http/request-shape.interceptor';
import { ResponseInterceptor } from './http/response.interceptor';
import { RequestValidationPipe } from './http/validation.pipe';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { BackgroundRunner } from './jobs/background-runner';
import { MethodTable } from './operations/method-table';
import { OperationGuard } from './operations/operation.guard';
import { OperationRegistry } from './operations/operation.registry';
import { RateLimitGuard } from './rate-limit/rate-limit.guard';
import { RateLimiter } from './rate-limit/rate-limiter';

/**
 * The path of every request, top to bottom: who calls (401), whether the declaration lets them (403), whether they see
 * the workspace (404) and have the role (403), limits (429), shape and DTO (400), then the handler.
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    OperationRegistry,
    MethodTable,
    Authenticators,
    PathResources,
    LastUsed,
    RateLimiter,
    BackgroundRunner,
    { provide: APP_GUARD, useClass: CredentialGuard },
    { provide: APP_GUARD, useClass: OperationGuard },
    { provide: APP_GUARD, useClass: WorkspaceGuard },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_INTERCEPTOR, useClass: RequestShapeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    ErrorFilter,
    { provide: APP_FILTER, useExisting: ErrorFilter },
    LastResort,
  ],
  exports: [OperationRegistry, Authenticators, PathResources, LastUsed, RateLimiter, BackgroundRunner],
})
export class CommonModule {}
