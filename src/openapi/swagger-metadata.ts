import type { Type } from '@nestjs/common';

// Swagger stores the data of its decorators and its plugin under keys that it does not export.

/** The tags of `@ApiTags` on a controller. */
export function apiTagsOf(controller: object): string[] {
  return (Reflect.getMetadata('swagger/apiUseTags', controller) ?? []) as string[];
}

interface Documented {
  type?: unknown;
}

/** The fields of a class that Swagger knows, including those of its base classes. */
export function documentedProperties(dto: Type): Map<string, Documented> {
  const found = new Map<string, Documented>();
  for (let at = dto as unknown; typeof at === 'function' && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    const read = Object.hasOwn(at, '_OPENAPI_METADATA_FACTORY')
      ? (at as unknown as { _OPENAPI_METADATA_FACTORY(): Record<string, Documented> })._OPENAPI_METADATA_FACTORY()
      : {};
    for (const [name, property] of Object.entries(read)) if (!found.has(name)) found.set(name, property);
  }
  const prototype = dto.prototype as object;
  for (const key of (Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype) ?? []) as string[]) {
    const name = key.slice(1);
    const own = Reflect.getMetadata('swagger/apiModelProperties', prototype, name) as Documented;
    found.set(name, { ...found.get(name), ...own });
  }
  return found;
}

/**
 * Whether the type is written as `() => NoteDto`, for a class that is declared later. Swagger decides by the function's
 * name.
 */
export function isLazy(type: unknown): type is () => unknown {
  return typeof type === 'function' && type.name === 'type';
}
