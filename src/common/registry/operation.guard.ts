import { type CanActivate, Injectable } from '@nestjs/common';
import { currentRequest } from '../request/request-context';
import { denial } from './denial';

/** Authorizes a request by the declaration of its operation. Refuses with the error of {@link denial}. */
@Injectable()
export class OperationGuard implements CanActivate {
  canActivate(): boolean {
    const { operation, principal } = currentRequest();
    const refusal = operation && denial(operation, principal);
    if (refusal) throw refusal;
    return true;
  }
}
