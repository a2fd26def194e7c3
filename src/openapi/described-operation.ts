import type { RegisteredOperation } from '../common/operations/registered-operation';
import type { StreamedRequest } from '../common/operations/streamed-body';
import type {
  ApiOperation,
  ApiResponse,
  MediaType,
  Parameter,
  PublishedOperation,
  RequestBody,
  Schema,
} from './document.types';
import { exampleOf, type Schemas } from './examples';
import { IDEMPOTENCY_KEY } from './headers';
import { bodyClassOf } from './operation-classes';
import { pathParametersOf } from './path-parameters';
import { withRequestExamples } from './request-body-examples';
import { failuresOf, success } from './responses';
import { mapValues } from './schema-walk';
import { accessExtension, accessSentence, securityOf } from './security';
import type { SharedParts } from './shared-parts';
import { tidySchema } from './tidy-schema';

/** What all operations of a document are described with. */
export interface Surroundings {
  schemas: Schemas;
  shared: SharedParts;
}

/** An operation as Swagger found it, completed from its declaration. */
export function describedOperation(
  found: ApiOperation,
  operation: RegisteredOperation,
  tag: string,
  { schemas, shared }: Surroundings,
): PublishedOperation {
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
    'x-access': accessExtension(operation.access),
    parameters: parametersOf(found, operation, shared),
    ...(requestBody && {
      requestBody: {
        required: true,
        content: mapValues(requestBody.content, (body) =>
          withRequestExamples(tidy(body), bodyClassOf(operation), schemas),
        ),
      },
    }),
    responses: { ...successesOf(found, operation, { schemas, shared }), ...failuresOf(operation, shared) },
  };
}

function streamedBody({ mediaTypes, limitBytes }: StreamedRequest): RequestBody {
  const schema = { type: 'string', maxLength: limitBytes };
  return { content: mapValues(mediaTypes, (example) => ({ schema, example })) };
}

function parametersOf(
  found: ApiOperation,
  operation: RegisteredOperation,
  shared: SharedParts,
): PublishedOperation['parameters'] {
  return [
    ...pathParametersOf(operation, shared),
    ...found.parameters.filter((parameter) => parameter.in !== 'path').map(tidyParameter),
    ...(operation.idempotent ? [shared.share('parameters', IDEMPOTENCY_KEY.name, IDEMPOTENCY_KEY)] : []),
  ];
}

function tidyParameter(parameter: Parameter): Parameter {
  return { ...parameter, schema: tidySchema(parameter.schema) };
}

function tidy(body: MediaType): MediaType {
  return { ...body, schema: tidySchema(body.schema) };
}

/** The success, and statuses that only a decorator on the handler declares, such as a 304; with their headers. */
function successesOf(
  found: ApiOperation,
  operation: RegisteredOperation,
  { schemas, shared }: Surroundings,
): Record<string, ApiResponse> {
  const withExample = (body: MediaType): MediaType => {
    if (body.example !== undefined) return body;
    const name = exampleName(body.schema);
    const example = shared.share('examples', name, { value: exampleOf(body.schema, schemas) });
    return { ...body, examples: { [name]: example } };
  };
  const { content, ...response } = success(operation);
  const extra = Object.entries(found.responses).filter(([status]) => status.startsWith('3'));
  const all = {
    ...Object.fromEntries(extra),
    [operation.status]: { ...response, content: mapValues(content, withExample) },
  };
  return mapValues(all, (one: ApiResponse, status) => ({
    ...one,
    headers: { ...one.headers, ...found.responses[status]?.headers },
  }));
}

/** `Agent`, or `Agent.list` for a list of them. */
function exampleName({ $ref, items }: Schema): string {
  return items ? `${exampleName(items)}.list` : ($ref?.split('/').at(-1) ?? '');
}
