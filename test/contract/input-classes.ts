import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { RouteParamtypes } from '../../src/common/registry/nest-metadata';
import type { ApiDocument, ApiOperation, Schema } from '../../src/openapi/document.types';
import { inputsOf, partsOf } from '../../src/openapi/operation-classes';
import { schemaName } from '../../src/openapi/schema-names';

/** A class that requests are held to, and how the document describes it. */
export interface InputClass {
  dto: Type;
  /** Values of a query arrive as text. */
  isQuery: boolean;
  schema: Schema;
}

/** Every class of a body or a query, and those of their parts. The token endpoint takes a form, which no class describes. */
export function inputClasses(operations: readonly RegisteredOperation[], document: ApiDocument): InputClass[] {
  const found = new Map<Type, InputClass>();
  const add = (one: InputClass): void => {
    if (found.has(one.dto)) return;
    found.set(one.dto, one);
    for (const dto of partsOf(one.dto))
      add({ dto, isQuery: false, schema: schemaNamed(schemaName(dto.name), document) });
  };
  for (const operation of operations) {
    const described = document.paths[operation.path]![operation.method.toLowerCase()]!;
    for (const [kind, dto] of inputsOf(operation)) {
      if (kind === RouteParamtypes.QUERY) add({ dto, isQuery: true, schema: queryOf(described) });
      if (kind === RouteParamtypes.BODY) add({ dto, isQuery: false, schema: bodyOf(described, document) });
    }
  }
  return [...found.values()];
}

function queryOf({ parameters }: ApiOperation): Schema {
  const own = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
}

function bodyOf({ requestBody }: ApiOperation, document: ApiDocument): Schema {
  const [body] = Object.values(requestBody!.content);
  return body!.schema.$ref ? schemaNamed(body!.schema.$ref.split('/').at(-1)!, document) : body!.schema;
}

function schemaNamed(name: string, { components }: ApiDocument): Schema {
  return components.schemas[name] ?? {};
}
