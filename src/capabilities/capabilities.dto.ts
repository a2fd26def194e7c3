import { ApiProperty } from '@nestjs/swagger';

export class ApiSurfaceDto {
  supported: boolean;
  /** @example "GET" */
  method: string;
  /**
   * Path below the base URL, with path parameters in braces.
   * @example "/workspaces/{workspaceId}/contacts"
   */
  path: string;
  /** @example 200 */
  successStatus: number;
  /** @example [200] */
  successStatuses: number[];
  /**
   * Empty if the operation takes no body.
   * @example "application/json"
   */
  requestMediaType: string;
  /** Whether the header `Idempotency-Key` makes retries safe. Commands have the option `--idempotency-key`. */
  idempotencyKey: boolean;
}

export class CommandSurfaceDto {
  supported: boolean;
  /**
   * Empty if the operation has no command.
   * @example "parley contacts list"
   */
  command: string;
}

export class ToolSurfaceDto {
  supported: boolean;
  /**
   * Empty if the operation is not an MCP tool.
   * @example "parley_list_contacts"
   */
  tool: string;
  /** Whether the tool takes the argument `idempotencyKey`, which is not part of `inputSchema`. */
  idempotencyKey: boolean;
}

export class CapabilityDto {
  /** @example "listContacts" */
  operationId: string;
  /** @example "List contact profiles" */
  summary: string;
  /** Kind of credential that the operation accepts. `account` means an account credential or a session. */
  credentialKind: 'public' | 'account' | 'session' | 'workspace' | 'account_or_workspace' | 'client' | 'visitor';
  /**
   * The scopes that always suffice together. A credential may need fewer: `account_or_workspace` lists the scopes of
   * both kinds of credential, and `scopeAlternatives` may list other scopes.
   * @example ["inbox:read"]
   */
  scopes: string[];
  /** Sets of scopes. The credential must have all scopes of any one set. */
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [['notifications:read'], ['notifications:write']],
  })
  scopeAlternatives: string[][];
  /** Whether the operation only reads data. */
  readOnly: boolean;
  api: ApiSurfaceDto;
  cli: CommandSurfaceDto;
  mcp: ToolSurfaceDto;
  /**
   * JSON Schema 2020-12 of one object that combines the path parameters, query parameters, and body fields.
   * @example { "type": "object", "properties": {} }
   */
  inputSchema: Record<string, unknown>;
  /**
   * JSON Schema 2020-12 of the body of a successful response.
   * @example { "type": "object", "properties": {} }
   */
  outputSchema: Record<string, unknown>;
}

export class CapabilitiesDto {
  /**
   * Version of the format of this list.
   * @example "1.0"
   */
  schemaVersion: string;
  /** `full` if every operation is available on all three surfaces. */
  coverage: 'full' | 'partial';
  /** Sorted by operationId. */
  operations: CapabilityDto[];
}
