import type { Tool } from '@modelcontextprotocol/server';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import { IDEMPOTENCY_KEY, takesKeyArgument, toolName } from '../common/registry/operation.names';
import type { Schema } from '../openapi/document.types';
import type { OperationSchemas } from '../openapi/openapi.service';
import { type Placed, toolsetOf } from './toolsets';

/** An operation as a tool. */
export interface OperationTool extends Placed {
  operation: RegisteredOperation;
  /** Arguments that go into the query of the request. */
  queryParameters: readonly string[];
  /** The argument becomes the header Idempotency-Key: the operation accepts one, and has no field of that name. */
  takesIdempotencyKey: boolean;
  /** The tool as listed for accounts. */
  listed: Tool;
  /** The tool as listed for tokens, which imply a workspace. */
  listedForTokens: Tool;
}

const IDEMPOTENCY_KEY_SCHEMA: Schema = {
  type: 'string',
  maxLength: 255,
  description: 'Optional. A retry with the same key and arguments returns the stored result.',
};

/** Null for an operation that is not a tool. */
export function toolOf(operation: RegisteredOperation, schemas: OperationSchemas): OperationTool | null {
  const name = toolName(operation);
  if (name === null) return null;
  const takesIdempotencyKey = takesKeyArgument(operation, schemas.input);
  const input = takesIdempotencyKey
    ? { ...schemas.input, properties: { ...schemas.input.properties, [IDEMPOTENCY_KEY]: IDEMPOTENCY_KEY_SCHEMA } }
    : schemas.input;
  const listed = {
    name,
    title: operation.summary,
    description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
    inputSchema: input,
    outputSchema: wrapped(schemas.output),
    annotations: {
      readOnlyHint: operation.readOnly,
      destructiveHint: operation.destructive ?? false,
      idempotentHint: operation.method !== 'POST' || operation.readOnly,
      openWorldHint: false,
    },
  } as Tool;
  const listedForTokens = { ...listed, inputSchema: without(input, 'workspaceId') } as Tool;
  return {
    operation,
    toolset: toolsetOf(schemas.section),
    isDefault: operation.inDefaultToolset ?? false,
    queryParameters: schemas.queryParameters,
    takesIdempotencyKey,
    listed,
    listedForTokens,
  };
}

/** Structured content must be an object, so a body that is a list goes into its property `result`. */
function wrapped(output: Schema): Schema {
  return output.type === 'object' ? output : { type: 'object', properties: { result: output } };
}

function without({ properties, required, ...input }: Schema, name: string): Schema {
  const { [name]: _dropped, ...rest } = properties ?? {};
  return { ...input, properties: rest, required: required?.filter((other) => other !== name) };
}
