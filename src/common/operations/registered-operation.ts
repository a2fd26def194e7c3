import type { Type } from '@nestjs/common';
import type { Operation } from './operation';

/** An operation with all properties that derive from its declaration and its route. */
export interface RegisteredOperation extends Omit<Operation, 'readOnly'> {
  /** The name of {@link controllerClass}. */
  controller: string;
  controllerClass: Type;
  handlerName: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** Relative to `{base_url}`, in OpenAPI form: `/workspaces/{workspaceId}/agents`. */
  path: string;
  pathParameters: readonly string[];
  status: 200 | 201 | 202;
  readOnly: boolean;
  takesBody: boolean;
  takesQuery: boolean;
}
