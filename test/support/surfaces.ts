import {
  answersSecret,
  bodyKindOf,
  type Capability,
  isDestructive,
  isLongWork,
  pathParametersOf,
} from '../../src/command-line/capability';
import { flagNameOf } from '../../src/command-line/input/flags';
import type { RegisteredOperation } from '../../src/common/operations/registered-operation';
import { toolName } from '../../src/common/registry/operation.names';
import { aTenant } from '../contract/tenant';
import type { Tenant } from '../contract/tenant.types';
import { aCredential } from '../factories/credential';
import { CommandLine } from './command-line';
import { type McpClient, newClient } from './mcp-clients';
import type { Parley } from './parley';

/** What a caller wants, without the places where a surface wants it. */
export interface Input {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** A file, for operations that take one. */
  stream?: string | undefined;
}

export interface Outcome {
  refused: boolean;
  body: unknown;
}

/** One way to call operations, with a tenant of its own: all tenants are made alike. */
export interface Surface {
  tenant: Tenant;
  has(operation: RegisteredOperation): boolean;
  call(operation: RegisteredOperation, input: Input): Promise<Outcome>;
  close(): Promise<void>;
}

export async function rest(parley: Parley): Promise<Surface> {
  const tenant = await aTenant(parley);
  const { secret } = await aCredential(parley, tenant.owner);
  return {
    tenant,
    has: () => true,
    call: async ({ method, path, takesBody, takes }, { path: ids, query, body, stream }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? '');
      const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const sent = takes
        ? { body: stream, headers: { 'content-type': Object.keys(takes.mediaTypes)[0] ?? '' } }
        : takesBody
          ? { body }
          : {};
      const reply = await parley.call(method, filled, { token: secret, query: texts, ...sent });
      const isJson = reply.headers.get('content-type')?.startsWith('application/json') ?? true;
      return { refused: reply.status >= 400, body: isJson ? reply.body : reply.text };
    },
    close: async () => {},
  };
}

export async function mcp(parley: Parley): Promise<Surface> {
  const tenant = await aTenant(parley);
  const { secret } = await aCredential(parley, tenant.owner, { audience: parley.settings.mcpUrl });
  const client: McpClient = await newClient(`${parley.url}/mcp?toolsets=all`, { secret });
  // A client that knows the tools holds their answers against their output schemas.
  await client.tools();
  return {
    tenant,
    has: (operation) => toolName(operation) !== null,
    call: async (operation, { path, query, body }) => {
      const own = Object.fromEntries(operation.pathParameters.map((name) => [name, path[name]]));
      const {
        isError = false,
        structuredContent,
        content,
      } = await client.call(toolName(operation) ?? '', { ...own, ...query, ...body });
      const isList = Array.isArray(operation.returns);
      if (!isError) {
        return { refused: false, body: isList ? (structuredContent as { result: unknown }).result : structuredContent };
      }
      // What REST says in a header.
      const { retryAfterSeconds: _header, ...refusal } = JSON.parse(content[0]?.text ?? '') as Record<string, unknown>;
      return { refused: true, body: refusal };
    },
    close: () => client.close(),
  };
}

export async function commandLine(parley: Parley): Promise<Surface> {
  const tenant = await aTenant(parley);
  const { secret } = await aCredential(parley, tenant.owner);
  const cli = await CommandLine.at(parley.url, { PARLEY_TOKEN: secret });
  const { body: listing } = await parley.call('GET', '/capabilities');
  const capabilities = new Map((listing.operations as Capability[]).map((one) => [one.operationId, one]));
  return {
    tenant,
    // A stream of events has no end.
    has: ({ operationId, gives }) => !gives?.['text/event-stream'] && capabilities.get(operationId)!.cli.supported,
    call: async (operation, input) => {
      const capability = capabilities.get(operation.operationId)!;
      const { argv, stdin } = typed(capability, input);
      const { code, stdout, stderr } = await cli.run(argv, { stdin });
      if (code === 0) return { refused: false, body: operation.gives ? stdout : (JSON.parse(stdout) as unknown) };
      const { hint: _hint, ...body } = JSON.parse(stderr) as Record<string, unknown>;
      return { refused: true, body };
    },
    close: () => cli.remove(),
  };
}

/** As a person would type it, the body in a pipe. */
function typed(capability: Capability, { path, query, body, stream }: Input): { argv: string[]; stdin: string } {
  const parameters = pathParametersOf(capability);
  const kind = bodyKindOf(capability);
  return {
    argv: [
      ...capability.cli.command.split(' ').slice(1),
      ...parameters.flatMap((name) => [`--${flagNameOf(parameters, [name])}`, path[name] ?? '']),
      ...Object.entries(query).flatMap(([name, value]) => [`--${flagNameOf([], [name])}`, String(value)]),
      ...(kind ? ['--input', '-'] : []),
      ...(isDestructive(capability) ? ['--yes'] : []),
      ...(answersSecret(capability) ? ['--show-secret'] : []),
      ...(isLongWork(capability) ? ['--no-wait'] : []),
      '--json',
    ],
    stdin: kind === 'stream' ? (stream ?? '') : JSON.stringify(body),
  };
}
