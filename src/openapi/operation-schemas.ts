import type { ApiDocument, ApiOperation, Schema } from './document.types';
import { resolvedSchema } from './resolved-schema';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The whole input of an operation as one flat object of path, query and body fields; no operation has a name twice.
 * Without headers, because they say how a call is made, not what it does.
 */
export function inputSchemaOf(operation: ApiOperation, { components: { schemas } }: ApiDocument): Schema {
  const input: Schema = { $schema: DIALECT, type: 'object', properties: {}, required: [], additionalProperties: false };
  const add = (name: string, schema: Schema, required: boolean): void => {
    if (input.properties?.[name]) throw new Error(`${operation.operationId} takes ${name} in two places`);
    input.properties = { ...input.properties, [name]: schema };
    if (required) input.required?.push(name);
  };
  for (const { name, description, schema, required, ...parameter } of operation.parameters) {
    if (parameter.in !== 'path' && parameter.in !== 'query') continue;
    add(name, { ...(description && { description }), ...resolvedSchema(schema, schemas) }, required ?? false);
  }
  const [body] = Object.values(operation.requestBody?.content ?? {});
  const fields = body ? resolvedSchema(body.schema, schemas) : {};
  for (const [name, schema] of Object.entries(fields.properties ?? {})) {
    add(name, schema, fields.required?.includes(name) ?? false);
  }
  return input;
}

/** The body of the success response. */
export function outputSchemaOf(operation: ApiOperation, { components: { schemas } }: ApiDocument): Schema {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const [body] = Object.values(success?.[1].content ?? {});
  return { $schema: DIALECT, ...resolvedSchema(body?.schema ?? {}, schemas) };
}
