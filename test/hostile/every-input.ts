import { SessionsService } from '../../src/accounts/sessions/sessions.service';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import type { ApiDocument, ApiOperation, Schema } from '../../src/openapi/document.types';
import { resolvedSchema } from '../../src/openapi/resolved-schema';
import { takes } from '../contract/case';
import type { Cast } from '../contract/cast';
import type { Parley } from '../support/parley';

/** JSON Pointers of all texts in the JSON body that an operation takes; of a map, the value of a name that is good. */
export function stringFields({ requestBody }: ApiOperation, { components }: ApiDocument): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  return schema ? [...new Set(pointers(resolvedSchema(schema, components.schemas), ''))] : [];
}

function pointers(schema: Schema, at: string): string[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const more = schema['additionalProperties'];
  return [
    ...([schema.type].flat().includes('string') ? [at] : []),
    ...alternatives.flatMap((part) => pointers(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => pointers(field, `${at}/${name}`)),
    ...(schema.items ? pointers(schema.items, `${at}/0`) : []),
    ...(typeof more === 'object' ? pointers(more, `${at}/plan`) : []),
  ];
}

/** A body of nothing but this field. */
export function withValue(pointer: string, value: unknown): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value);
}

/** The headers of a caller whom the operation admits to the records of the home tenant. */
export async function callerOf(
  parley: Parley,
  cast: Cast,
  operation: RegisteredOperation,
): Promise<{ headers: Record<string, string> }> {
  const { home } = cast;
  const { sessions, credentials, keys, visitors } = takes(operation);
  if (credentials) return bearer(await cast.credential(home.owner));
  if (keys) return bearer(await cast.key(home));
  if (visitors) return bearer(await cast.freshVisitor(home));
  if (!sessions) return { headers: {} };
  const { secret } = await parley.get(SessionsService).open(home.owner.id, null, 'test');
  return { headers: { cookie: `parley_session=${secret}`, origin: 'http://localhost:3000' } };
}

function bearer(secret: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${secret}` } };
}
