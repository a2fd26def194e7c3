import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { checkOperations } from './operation.checks';
import { type Operation, operationOf } from './operation.decorator';
import { routeOf } from './operation.route';

/** An operation with everything that follows from its declaration and its route. */
export interface RegisteredOperation extends Omit<Operation, 'readOnly'> {
  controller: string;
  handlerName: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** Relative to `{base_url}`, in OpenAPI form: `/workspaces/{workspaceId}/agents`. */
  path: string;
  pathParameters: readonly string[];
  status: 200 | 201 | 202;
  readOnly: boolean;
  takesBody: boolean;
  takesQuery: boolean;
}

/** All operations, found once at start in the controllers' declarations; refuses to start on a declaration that is wrong. */
@Injectable()
export class OperationRegistry {
  readonly operations: readonly RegisteredOperation[];
  private readonly byHandler = new Map<object, RegisteredOperation>();

  constructor(discovery: DiscoveryService, scanner: MetadataScanner) {
    const problems: string[] = [];
    for (const wrapper of discovery.getControllers()) {
      const metatype = wrapper.metatype as Type | null;
      if (!metatype) continue;
      const prototype = metatype.prototype as Record<string, object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name] as object;
        const route = routeOf(metatype, name);
        if (!route) continue;
        const operation = operationOf(handler);
        if (operation) {
          this.byHandler.set(handler, register(operation, route, metatype.name, name));
        } else if (!route.outsideApi) {
          problems.push(`${metatype.name}.${name} answers ${route.method} ${route.path} without @Operation`);
        }
      }
    }
    this.operations = [...this.byHandler.values()].sort((a, b) => (a.operationId < b.operationId ? -1 : 1));
    problems.push(...checkOperations(this.operations));
    if (problems.length > 0) throw new Error(`The operations are not usable:\n  ${problems.join('\n  ')}`);
  }

  forHandler(handler: object): RegisteredOperation | undefined {
    return this.byHandler.get(handler);
  }
}

function register(
  operation: Operation,
  route: NonNullable<ReturnType<typeof routeOf>>,
  controller: string,
  handlerName: string,
): RegisteredOperation {
  return {
    ...operation,
    controller,
    handlerName,
    method: route.method,
    path: route.path,
    pathParameters: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
    status: operation.status ?? 200,
    readOnly: operation.readOnly ?? route.method === 'GET',
    takesBody: route.takesBody,
    takesQuery: route.takesQuery,
  };
}
