import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Access } from '../common/operations/access';
import type { RegisteredOperation } from '../common/operations/registered-operation';
import { Lazy } from '../common/registry/lazy';
import { scopeAlternatives } from '../common/operations/access';
import { commandName, commandWords, takesKeyArgument, toolName } from '../common/registry/operation.names';
import { OperationRegistry } from '../common/registry/operation.registry';
import { type OperationSchemas, OpenApiService } from '../openapi/openapi.service';
import type { CapabilitiesDto, CapabilityDto, CommandSurfaceDto } from './capabilities.dto';

export interface Listing {
  /** The body as sent. */
  text: string;
  /** A strong entity tag of that text (RFC 9110 §8.8.3). */
  etag: string;
}

/** The list of operations and their surfaces. It is the same for every caller, so it is made once. No statement. */
@Injectable()
export class CapabilitiesService {
  private readonly made = new Lazy(() => this.make());

  constructor(
    private readonly registry: OperationRegistry,
    private readonly openApi: OpenApiService,
  ) {}

  listing(): Promise<Listing> {
    return this.made.get();
  }

  private async make(): Promise<Listing> {
    const schemas = await this.openApi.operationSchemas();
    const operations = this.registry.operations.map((operation) => capability(operation, schemas));
    const complete = operations.every(({ api, cli, mcp }) => api.supported && cli.supported && mcp.supported);
    const listing: CapabilitiesDto = { schemaVersion: '1.0', coverage: complete ? 'full' : 'partial', operations };
    const text = JSON.stringify(listing);
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }
}

function capability(operation: RegisteredOperation, schemas: ReadonlyMap<string, OperationSchemas>): CapabilityDto {
  const { operationId, summary, access, readOnly, method, path, status } = operation;
  const { input, output, requestMediaType } = schemas.get(operationId) ?? missing(operationId);
  const idempotencyKey = operation.idempotent ?? false;
  const tool = toolName(operation);
  return {
    operationId,
    summary,
    credentialKind: access.kind,
    scopes: enoughScopes(access),
    scopeAlternatives: scopeAlternatives(access),
    readOnly,
    api: {
      supported: true,
      method,
      path,
      successStatus: status,
      successStatuses: [status],
      requestMediaType,
      idempotencyKey,
    },
    cli: commandSurface(operation),
    mcp: {
      supported: tool !== null,
      tool: tool ?? '',
      idempotencyKey: tool !== null && takesKeyArgument(operation, input),
    },
    inputSchema: { ...input },
    outputSchema: { ...output },
  };
}

function commandSurface(operation: RegisteredOperation): CommandSurfaceDto {
  const command = commandName(operation);
  const {
    formerly = [],
    arguments: fields = [],
    flags = {},
    names = {},
    columns = [],
    examples = [],
    consequence,
  } = commandWords(operation);
  return {
    supported: command !== null,
    command: command ?? '',
    formerCommands: formerly.map((name) => `parley ${name}`),
    arguments: [...fields],
    flags: { ...flags },
    names: { ...names },
    columns: columns.map(({ title, fields: shown, as = 'text' }) => ({ title, fields: [...shown], as })),
    examples: examples.map((example) => `parley ${example}`),
    consequence: consequence === null ? '' : (consequence ?? null),
  };
}

/** The scopes for every kind of credential that the operation accepts. */
function enoughScopes(access: Access): string[] {
  return 'keyScopes' in access ? [...access.scopes, ...access.keyScopes] : (scopeAlternatives(access)[0] ?? []);
}

function missing(operationId: string): never {
  throw new Error(`${operationId} is registered but not documented`);
}
