import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type ErrorDetail, ValidationFailed } from '../errors/domain-error';
import { currentRequest } from '../request/request-context';
import { queryProblems } from './query-problems';
import { textProblems } from './text-problems';

/**
 * What no DTO can see: a body that is no object, a body or query where the operation takes none, and text that the database
 * could not store. The last guard but one: after everything that decides who may call, before the DTOs.
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
    // A body that is missing altogether is an empty one: the DTO names the fields that it needs.
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
