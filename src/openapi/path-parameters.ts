import { UuidParam } from '../common/http/uuid-param.pipe';
import { ROUTE_ARGS_METADATA } from '../common/registry/nest-metadata';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { Reference } from './document.types';
import type { SharedParts } from './shared-parts';

interface RouteArgument {
  data?: unknown;
  pipes?: readonly unknown[];
}

/**
 * The identifiers in the path, including those that only a guard reads. They are strings of at least one character. If
 * the handler requires a UUID ({@link UuidParam}), the document shows it.
 */
export function pathParametersOf(
  { controllerClass, handlerName, pathParameters }: RegisteredOperation,
  shared: SharedParts,
): Reference[] {
  const routeArguments = Object.values(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controllerClass, handlerName) ?? {}) as Record<string, RouteArgument>,
  );
  const isUuid = (name: string): boolean =>
    routeArguments.some(({ data, pipes }) => data === name && pipes?.includes(UuidParam));
  return pathParameters.map((name) =>
    shared.share('parameters', isUuid(name) ? `${name}.uuid` : name, {
      name,
      in: 'path',
      required: true,
      description: `Id of the ${words(name.replace(/Id$/, ''))}.`,
      schema: isUuid(name) ? { type: 'string', format: 'uuid' } : { type: 'string', minLength: 1, maxLength: 255 },
      example: '01940f6e-7c1a-7b39-a1a0-1d6a5c1d8f00',
    }),
  );
}

function words(camelCase: string): string {
  return camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
