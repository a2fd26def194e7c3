import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FeatureCatalog } from '../feature/feature-catalog';
import type { Operation } from '../operations/operation';
import type { RegisteredOperation } from '../operations/registered-operation';
import { checkOperations } from './operation.checks';
import { operationOf } from './operation.decorator';
import { type Route, routeOf } from './operation.route';
import { type PlacedRoute, shadowedRoutes } from './shadowed-routes';

/** All operations, collected from the declarations in the controllers. The service does not start if a declaration is wrong. */
@Injectable()
export class OperationRegistry {
  readonly operations: readonly RegisteredOperation[];
  /** Routes outside the API whose handlers read bodies themselves, as `POST /path`. */
  readonly bodyRoutes: ReadonlySet<string>;
  private readonly byHandler = new Map<object, RegisteredOperation>();

  constructor(discovery: DiscoveryService, scanner: MetadataScanner, features: FeatureCatalog) {
    const limits = new Set(features.limits.map(({ name }) => name));
    const problems: string[] = [];
    const bodyRoutes = new Set<string>();
    const routes: PlacedRoute[] = [];
    for (const wrapper of discovery.getControllers()) {
      const metatype = wrapper.metatype as Type | null;
      if (!metatype) continue;
      const prototype = metatype.prototype as Record<string, object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name] as object;
        const route = routeOf(metatype, name);
        if (!route) continue;
        routes.push({ ...route, path: placeOf(route), handler: `${metatype.name}.${name}` });
        const operation = operationOf(handler);
        if (route.outsideApi && route.readsBody) bodyRoutes.add(`${route.method} ${route.path}`);
        if (operation) {
          this.byHandler.set(handler, register(operation, route, metatype, name));
        } else if (!route.outsideApi) {
          problems.push(`${metatype.name}.${name} answers ${route.method} ${route.path} without @Operation`);
        }
      }
    }
    this.operations = [...this.byHandler.values()].sort((a, b) => (a.operationId < b.operationId ? -1 : 1));
    this.bodyRoutes = bodyRoutes;
    problems.push(...checkOperations(this.operations, limits), ...shadowedRoutes(routes));
    if (problems.length > 0) throw new Error(`Invalid operations:\n  ${problems.join('\n  ')}`);
  }

  forHandler(handler: object): RegisteredOperation | undefined {
    return this.byHandler.get(handler);
  }
}

/** Routes outside the API do not have its prefix. */
function placeOf({ outsideApi, path }: Route): string {
  return outsideApi ? path : `/api/v1${path}`;
}

function register(
  operation: Operation,
  route: NonNullable<ReturnType<typeof routeOf>>,
  controllerClass: Type,
  handlerName: string,
): RegisteredOperation {
  return {
    ...operation,
    controller: controllerClass.name,
    controllerClass,
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
