import type { ApiDocument, ApiOperation, ApiResponse, MediaType } from './document.types';
import { olderSchema } from './older-schema';
import { mapValues } from './schema-walk';
import { usedSchemas } from './used-schemas';

/**
 * The document that Swagger UI reads: it takes seconds of a browser's time for one of 3.1, and for the bodies of errors,
 * which are all alike. So this one is of 3.0, and its errors are their codes.
 */
export function swaggerUiDocument({ paths, components, ...frame }: ApiDocument): ApiDocument {
  const lean = mapValues(paths, (methods) => mapValues(methods, leanOperation));
  const schemas = mapValues(usedSchemas(lean, components.schemas), olderSchema);
  return { ...frame, openapi: '3.0.3', paths: lean, components: { ...components, schemas } };
}

function leanOperation({ parameters, requestBody, responses, ...operation }: ApiOperation): ApiOperation {
  return {
    ...operation,
    parameters: parameters.map((parameter) => ({ ...parameter, schema: olderSchema(parameter.schema) })),
    ...(requestBody && { requestBody: { ...requestBody, content: mapValues(requestBody.content, olderBody) } }),
    responses: mapValues(responses, leanResponse),
  };
}

function leanResponse({ description, headers, content }: ApiResponse, status: string): ApiResponse {
  if (status >= '4') return { description };
  return { description, ...(headers && { headers }), ...(content && { content: mapValues(content, olderBody) }) };
}

function olderBody(body: MediaType): MediaType {
  return { ...body, schema: olderSchema(body.schema) };
}
