import type { Type } from '@nestjs/common';
import { requestExamplesOf } from '../common/operations/request-examples';
import type { MediaType } from './document.types';
import { minimalExampleOf, type Schemas } from './examples';
import { mapValues } from './schema-walk';

/** Adds the examples that the class of the body declares. Without any, and without ApiBody, the least that the schema requires. */
export function withRequestExamples(body: MediaType, dto: Type | undefined, schemas: Schemas): MediaType {
  if (body.example !== undefined || body.examples) return body;
  const declared = (dto && requestExamplesOf(dto)) ?? {};
  const [first, ...more] = Object.values(declared);
  if (more.length > 0) return { ...body, examples: mapValues(declared, (value) => ({ value })) };
  return { ...body, example: first ?? minimalExampleOf(body.schema, schemas) };
}
