import type {
  ApiDocument,
  ApiOperation,
  ApiResponse,
  Example,
  MediaType,
  PublishedDocument,
  PublishedOperation,
  Reference,
} from './document.types';
import { mapValues } from './schema-walk';

/** The document with each operation complete in itself: only schemas and headers are still references. */
export function wholeDocument({ components, ...published }: PublishedDocument): ApiDocument {
  const whole = (operation: PublishedOperation): ApiOperation => wholeOperation(operation, components);
  const { schemas, headers, securitySchemes } = components;
  return {
    ...published,
    paths: mapValues(published.paths, (methods) => mapValues(methods, whole)),
    components: { schemas, headers, securitySchemes },
  };
}

type Components = PublishedDocument['components'];

function wholeOperation(operation: PublishedOperation, components: Components): ApiOperation {
  const { requestBody, responses, parameters } = operation;
  return {
    ...operation,
    parameters: parameters.map((one) => target(one, components.parameters)),
    ...(requestBody && { requestBody: withContent(requestBody, components) }),
    responses: mapValues(responses, (one) => withContent(target(one, components.responses), components)),
  };
}

function withContent<T extends Pick<ApiResponse, 'content'>>(body: T, { examples }: Components): T {
  const whole = (type: MediaType): MediaType => ({
    ...type,
    ...(type.examples && { examples: mapValues(type.examples, (one): Example => target(one, examples)) }),
  });
  return { ...body, ...(body.content && { content: mapValues(body.content, whole) }) };
}

function target<T extends object>(part: T | Reference, parts: Readonly<Record<string, T>>): T {
  if (!('$ref' in part)) return part;
  const found = parts[part.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The document has no ${part.$ref}`);
  return found;
}
