import type { Type } from '@nestjs/common';

const REQUEST_EXAMPLES = 'parley:request-examples';

/** Examples of a body by name. */
export type NamedExamples = Readonly<Record<string, object>>;

/**
 * The examples of a body, by name. For a body of several kinds, which have different fields, and where the required fields alone make
 * a poor example. Each must work as it is: a test sends it.
 */
export function RequestExamples(examples: NamedExamples): ClassDecorator {
  return (dto) => Reflect.defineMetadata(REQUEST_EXAMPLES, examples, dto);
}

/** Those of the class itself: a class that extends it has other fields. */
export function requestExamplesOf(dto: Type): NamedExamples | undefined {
  return Reflect.getOwnMetadata(REQUEST_EXAMPLES, dto) as NamedExamples | undefined;
}
