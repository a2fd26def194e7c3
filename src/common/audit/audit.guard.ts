import { type CanActivate, Injectable } from '@nestjs/common';
import { currentRequest } from '../request/request-context';
import { Audit } from './audit';

/** Lets the audit log record the operation of a request. Its handler runs once for each idempotency key, so a replay is not recorded. */
@Injectable()
export class AuditGuard implements CanActivate {
  constructor(private readonly audit: Audit) {}

  canActivate(): boolean {
    const request = currentRequest();
    const audited = request.operation?.audit;
    if (typeof audited !== 'object') return true;
    const { executor } = request;
    request.executor = {
      execute: (handler) => executor.execute(() => this.audit.around(request, audited, handler)),
    };
    return true;
  }
}
