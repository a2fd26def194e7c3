import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { StreamedRequest } from '../common/operations/streamed-body';
import type { ApiOperation, MediaType, Parameter, RequestBody, Schema } from './document.types';
import { exampleOf } from './examples';
import { IDEMPOTENCY_KEY } from './headers';
import { pathParametersOf } from './path-parameters';
import { responsesOf } from './responses';
import { mapValues } from './schema-walk';
import { accessSentence, securityOf } from './security';
import { tidySchema } from './tidy-schema';

type Schemas = Readonly<Record<string, Schema>>;

/** An operation as Swagger found it, completed from its declaration. */
export function describedOperation(
  found: ApiOperation,
  operation: RegisteredOperation,
  tag: string,
  schemas: Schemas,
): ApiOperation {
  const requestBody = operation.takes ? streamedBody(operation.takes) : found.requestBody;
  if (operation.takesBody && !requestBody) {
    throw new Error(
      `${operation.operationId} takes a body of no known class: import its DTO as a value, not as a type`,
    );
  }
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: [operation.description, accessSentence(operation.access)].filter(Boolean).join('\n\n'),
    tags: [tag],
    security: securityOf(operation.access),
    parameters: parametersOf(found, operation),
    ...(requestBody && {
      requestBody: {
        required: true,
        content: mapValues(requestBody.content, (body) => withExample(tidy(body), schemas)),
      },
    }),
    responses: mapValues(withFound(responsesOf(operation), found.responses), (response) => ({
      ...response,
      ...(response.content && { content: mapValues(response.content, (body) => withExample(body, schemas)) }),
    })),
  };
}

function streamedBody({ mediaTypes, limitBytes }: StreamedRequest): RequestBody {
  const schema = { type: 'string', maxLength: limitBytes };
  return { content: mapValues(mediaTypes, (example) => ({ schema, example })) };
}

function parametersOf(found: ApiOperation, operation: RegisteredOperation): Parameter[] {
  return [
    ...pathParametersOf(operation),
    ...found.parameters.filter((parameter) => parameter.in !== 'path').map(tidyParameter),
    ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
}

function tidyParameter(parameter: Parameter): Parameter {
  return { ...parameter, schema: tidySchema(parameter.schema) };
}

function tidy(body: MediaType): MediaType {
  return { ...body, schema: tidySchema(body.schema) };
}

/**
 * Adds one example: that of an ApiBody, for a body with properties that exclude one another, or one made from the schema.
 */
function withExample({ examples = {}, ...body }: MediaType, schemas: Schemas): MediaType {
  const [first] = Object.values(examples);
  return { ...body, example: body.example ?? first?.value ?? exampleOf(body.schema, schemas) };
}

/** Adds statuses that only a decorator on the handler declares, such as a 304, and its headers of the success. */
function withFound(responses: ApiOperation['responses'], found: ApiOperation['responses']): ApiOperation['responses'] {
  const extra = Object.entries(found).filter(([status]) => status.startsWith('3'));
  return mapValues({ ...Object.fromEntries(extra), ...responses }, (response, status) => ({
    ...response,
    headers: { ...response.headers, ...found[status]?.headers },
  }));
}
