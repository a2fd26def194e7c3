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

export class CommandColumnDto {
  /** @example "contact" */
  title: string;
  /**
   * Fields of a record. The first that is not empty has the value.
   * @example ["contact.name", "contact.email"]
   */
  fields: string[];
  /** Presentation of the value: a text, the age of a time, the time that is left on an SLA clock, or a mark for true. */
  as: 'text' | 'age' | 'left' | 'mark';
}

export class CommandSurfaceDto {
  supported: boolean;
  /**
   * Empty if the operation has no command.
   * @example "parley contacts list"
   */
  command: string;
  /**
   * Former names of the command, which still work.
   * @example ["parley conversations list"]
   */
  formerCommands: string[];
  /**
   * Fields that are typed without a flag, in this order. Empty for the path parameters, followed by the only required text of
   * the body.
   * @example ["conversationId", "content"]
   */
  arguments: string[];
  /** Shorter flags, by field. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { 'endRequests.disposition': 'disposition' },
  })
  flags: Record<string, string>;
  /** Fields that accept names, by field, with the path parameter of the named record. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: { assignee: 'memberId' } })
  names: Record<string, string>;
  /** Columns of a list on a terminal. Empty for the usual ones. */
  columns: CommandColumnDto[];
  /**
   * Complete commands.
   * @example ["parley inbox list --status open"]
   */
  examples: string[];
  /**
   * The effect of an operation that removes something. Empty if nothing is lost, so that no confirmation is necessary; null if
   * the effect is not described.
   * @example "Conversations lose the label."
   */
  consequence: string | null;
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
