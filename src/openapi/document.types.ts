import type { Access } from '../common/operations/access';

/** The parts of JSON Schema 2020-12 that this API's schemas use. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export interface Example {
  summary?: string;
  value: unknown;
}

/** Has one example, or several that are named. */
export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example | Reference>;
}

export interface RequestBody {
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, Reference | { description: string; schema: Schema }>;
  content?: Record<string, MediaType>;
}

/** The schemes of one entry are required together. Several entries are alternatives; none means public. */
export type SecurityRequirement = Record<string, readonly string[]>;

/** Who may call an operation: as its `access` declares it, always with `scopes`. */
export interface AccessExtension {
  kind: Access['kind'];
  scopes: readonly string[];
  keyScopes?: readonly string[];
  orScope?: string;
  role?: string;
  orAuthorOf?: string;
  unverified?: true;
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: SecurityRequirement[];
  'x-access': AccessExtension;
  parameters: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, ApiResponse>;
}

/** An operation whose common parts are references to {@link PublishedDocument.components}. */
export interface PublishedOperation extends Omit<ApiOperation, 'parameters' | 'responses'> {
  parameters: (Parameter | Reference)[];
  responses: Record<string, ApiResponse | Reference>;
}

/** What Parley sends to a webhook for each type of event (OpenAPI 3.1). */
export interface EventWebhook {
  post: {
    operationId: string;
    summary: string;
    security: [];
    tags: string[];
    requestBody: { required: true; content: Record<'application/json', { schema: Schema }> };
    responses: Record<string, { description: string }>;
  };
}

/** The parts of an OpenAPI 3.1 document that Parley writes. */
export interface ApiDocument {
  openapi: string;
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; url: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks: Record<string, EventWebhook>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}

/** The document as `openapi.json` has it: what operations have in common stands in its components. */
export interface PublishedDocument extends Omit<ApiDocument, 'paths'> {
  paths: Record<string, Record<string, PublishedOperation>>;
  components: ApiDocument['components'] & {
    responses: Record<string, ApiResponse>;
    parameters: Record<string, Parameter>;
    examples: Record<string, Example>;
  };
}
