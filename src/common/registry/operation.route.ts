import { RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA, RouteParamtypes } from './nest-metadata';

const OUTSIDE_API = Symbol('outside-api');
const READS_BODY = Symbol('reads-body');
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;

/**
 * Marks a route that is not an operation of the API: health checks, well-known documents, calls from other machines of the
 * installation. The route needs no credential and is not listed, so state the reason as an argument.
 */
export function OutsideApi(reason: string): MethodDecorator {
  return SetMetadata(OUTSIDE_API, reason);
}

/** Marks a route outside the API with a handler that reads the request body itself, as a stream. */
export function ReadsBody(): MethodDecorator {
  return SetMetadata(READS_BODY, true);
}

export interface Route {
  method: (typeof METHODS)[number];
  path: string;
  outsideApi: boolean;
  readsBody: boolean;
  takesBody: boolean;
  takesQuery: boolean;
}

/** The route that Nest's decorators declare for a handler. Null for a method that is not a handler. */
export function routeOf(controller: Type, handlerName: string): Route | null {
  const handler = (controller.prototype as Record<string, object>)[handlerName] as object;
  const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (verb === undefined) return null;
  const method = METHODS.find((name) => name === RequestMethod[verb]);
  if (!method)
    throw new Error(
      `${controller.name}.${handlerName} has the method ${RequestMethod[verb]}, which no surface supports`,
    );
  const argumentKinds = Object.keys(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) as object | undefined) ?? {},
  ).map((key) => Number(key.split(':')[0]));
  return {
    method,
    path: joined(Reflect.getMetadata(PATH_METADATA, controller), Reflect.getMetadata(PATH_METADATA, handler)),
    outsideApi: Reflect.getMetadata(OUTSIDE_API, handler) !== undefined,
    readsBody: Reflect.getMetadata(READS_BODY, handler) !== undefined,
    takesBody: argumentKinds.includes(RouteParamtypes.BODY),
    takesQuery: argumentKinds.includes(RouteParamtypes.QUERY),
  };
}

function joined(...parts: unknown[]): string {
  const segments = parts.flatMap((part) => String(part ?? '').split('/')).filter((segment) => segment !== '');
  return `/${segments.map((segment) => segment.replace(/^:(\w+)$/, '{$1}')).join('/')}`;
}
