import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type ErrorDetail, ValidationFailed } from '../errors/domain-error';
import { currentRequest } from '../request/request-context';
import { queryProblems } from './query-problems';
import { textProblems } from './text-problems';

/**
 * Checks that DTOs cannot make: a body that is not an object, a body or query that the operation does not take, and text that the
 * database cannot store. The second to last guard: after all access checks, before the DTOs.
 */
@Injectable()
export class RequestShapeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { operation } = currentRequest();
    if (operation && operation.access.kind !== 'client') {
      const request = context.switchToHttp().getRequest<Request>();
      const details = [
        ...bodyProblems(request, operation.takesBody),
        ...(operation.takesQuery ? queryProblems(request) : unknownParameters(request)),
        ...textProblems(request.params, 'path.'),
      ];
      if (details.length > 0) throw new ValidationFailed(details);
    }
    return true;
  }
}

function bodyProblems(request: Request, taken: boolean): ErrorDetail[] {
  const body: unknown = request.body;
  if (body === undefined) {
    // Treat a missing body as an empty one, so that the DTO reports the required fields.
    if (taken) request.body = {};
    return [];
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ path: '', code: 'wrong_type', message: 'must be a JSON object' }];
  }
  if (!taken) return Object.keys(body).map((name) => unknown(`/${name}`));
  return textProblems(body, '/');
}

function unknownParameters({ query }: Request): ErrorDetail[] {
  return Object.keys(query).map((name) => unknown(`query.${name}`));
}

function unknown(path: string): ErrorDetail {
  return { path, code: 'unknown_field', message: 'is not a known field' };
}
