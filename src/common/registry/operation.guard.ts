import { type CanActivate, Injectable } from '@nestjs/common';
import { currentRequest } from '../request/request-context';
import { denial } from './denial';

/** Authorization by declaration: refuses with whatever {@link denial} says. */
@Injectable()
export class OperationGuard implements CanActivate {
  canActivate(): boolean {
    const { operation, principal } = currentRequest();
    const refusal = operation && denial(operation, principal);
    if (refusal) throw refusal;
    return true;
  }
}
