export class ApiSurfaceDto {
  supported: boolean;
  /** @example "GET" */
  method: string;
  /**
   * Below the base address, with path parameters in braces.
   * @example "/workspaces/{workspaceId}/contacts"
   */
  path: string;
  /** @example 200 */
  successStatus: number;
  /** @example [200] */
  successStatuses: number[];
  /**
   * Empty where the operation takes no body.
   * @example "application/json"
   */
  requestMediaType: string;
}

export class CommandSurfaceDto {
  supported: boolean;
  /**
   * Empty where it is not supported.
   * @example "parley contacts list"
   */
  command: string;
}

export class ToolSurfaceDto {
  supported: boolean;
  /**
   * Empty where it is not supported.
   * @example "parley_list_contacts"
   */
  tool: string;
}

export class CapabilityDto {
  /** @example "listContacts" */
  operationId: string;
  /** @example "List contact profiles" */
  summary: string;
  /** Kind of credential that the operation takes; `account` is an account credential or a session. */
  credentialKind: 'public' | 'account' | 'session' | 'workspace' | 'account_or_workspace' | 'client';
  /**
   * Scopes that the credential needs, all of them; of `account_or_workspace` those of both kinds.
   * @example ["inbox:read"]
   */
  scopes: string[];
  /** Changes nothing. */
  readOnly: boolean;
  api: ApiSurfaceDto;
  cli: CommandSurfaceDto;
  mcp: ToolSurfaceDto;
  /**
   * JSON Schema 2020-12 of one object with all that the caller passes: path, query and body side by side.
   * @example { "type": "object", "properties": {} }
   */
  inputSchema: Record<string, unknown>;
  /**
   * JSON Schema 2020-12 of the success body.
   * @example { "type": "object", "properties": {} }
   */
  outputSchema: Record<string, unknown>;
}

export class CapabilitiesDto {
  /**
   * Version of this listing's own form.
   * @example "1.0"
   */
  schemaVersion: string;
  /** `full` only where every operation is on all three surfaces. */
  coverage: 'full' | 'partial';
  /** Sorted by operationId. */
  operations: CapabilityDto[];
}
