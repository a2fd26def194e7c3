import { TransformationType } from 'class-transformer';
// class-transformer runs its rules on whole objects only; single rules are where it keeps them.
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';

/** The class that `@Type` names for a field; undefined where it names none. */
export function typeOfField(dto: new () => object, field: string): unknown {
  return defaultMetadataStorage.findTypeMetadata(dto, field)?.typeFunction();
}

/** What the `@Transform` of one field do to its value, in their order, on the way from JSON to a DTO. */
export function transformsOf(dto: new () => object, field: string): ((value: unknown, source: object) => unknown)[] {
  const type = TransformationType.PLAIN_TO_CLASS;
  return defaultMetadataStorage.findTransformMetadatas(dto, field, type).map(
    ({ transformFn }) =>
      (value, obj) =>
        transformFn({ value, key: field, obj, type, options: {} }) as unknown,
  );
}
