import { TransformationType } from 'class-transformer';
// class-transformer only transforms whole objects. The rules of single fields are in its internal storage.
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';

/** The class in the `@Type` of a field. Undefined without one. */
export function typeOfField(dto: new () => object, field: string): unknown {
  return defaultMetadataStorage.findTypeMetadata(dto, field)?.typeFunction();
}

/** The `@Transform` functions of a field from JSON to the DTO, in order. */
export function transformsOf(dto: new () => object, field: string): ((value: unknown, source: object) => unknown)[] {
  const type = TransformationType.PLAIN_TO_CLASS;
  return defaultMetadataStorage.findTransformMetadatas(dto, field, type).map(
    ({ transformFn }) =>
      (value, obj) =>
        transformFn({ value, key: field, obj, type, options: {} }) as unknown,
  );
}
