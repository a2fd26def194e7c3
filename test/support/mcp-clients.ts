import {
  Client as NewClient,
  ClientCredentialsProvider as NewProvider,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as OldProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { TestKey } from '../factories/key';

/** What a client authenticates with: a key to exchange, found out by discovery, or a secret; or nothing. */
export type Authority = { key: TestKey; issuer: string } | { secret: string } | undefined;

export interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: { properties?: Record<string, unknown>; required?: string[]; [keyword: string]: unknown };
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

/** What tests need of an official client; the two generations have different types for it. */
export interface McpClient {
  revision: string | undefined;
  tools(): Promise<ListedTool[]>;
  call(name: string, input?: Record<string, unknown>): Promise<ToolResult>;
  close(): Promise<void>;
}

const WHO = { name: 'test', version: '1' };

/** Revision 2026-07-28. */
export async function newClient(url: string, authority?: Authority): Promise<McpClient> {
  const client = new NewClient(WHO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new NewTransport(new URL(url), optionsOf(authority, NewProvider)));
  return adapted(client, client.getNegotiatedProtocolVersion());
}

/** Revision 2025-11-25. */
export async function oldClient(url: string, authority?: Authority): Promise<McpClient> {
  const client = new OldClient(WHO);
  const transport = new OldTransport(new URL(url), optionsOf(authority, OldProvider));
  await client.connect(transport);
  return adapted(client as unknown as NewClient, transport.protocolVersion);
}

/** A program that speaks MCP on stdin and stdout. */
export interface StdioProgram {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stderr: 'pipe';
}

/** A client that starts a program of its own, and what the program writes on stderr. */
export type StdioConnect = (program: StdioProgram) => Promise<McpClient & { stderr: () => string }>;

const newStdioClient: StdioConnect = async (program) => {
  const client = new NewClient(WHO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const transport = new NewStdio(program);
  const stderr = heard(transport.stderr);
  await client.connect(transport);
  return { ...adapted(client, client.getNegotiatedProtocolVersion()), stderr };
};

const oldStdioClient: StdioConnect = async (program) => {
  const client = new OldClient(WHO);
  const transport = new OldStdio(program);
  const stderr = heard(transport.stderr);
  await client.connect(transport);
  return { ...adapted(client as unknown as NewClient, '2025-11-25'), stderr };
};

export const STDIO_GENERATIONS = [
  ['2026-07-28', newStdioClient],
  ['2025-11-25', oldStdioClient],
] as const;

function heard(stream: { on(event: 'data', listen: (chunk: Buffer) => void): unknown } | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => (text += chunk.toString()));
  return () => text;
}

export const GENERATIONS = [
  ['2026-07-28', newClient],
  ['2025-11-25', oldClient],
] as const;

function optionsOf<Provider>(
  authority: Authority,
  makeProvider: new (options: { clientId: string; clientSecret: string; expectedIssuer: string }) => Provider,
) {
  if (!authority) return {};
  if ('secret' in authority) return { requestInit: { headers: { authorization: `Bearer ${authority.secret}` } } };
  const { key, issuer } = authority;
  return { authProvider: new makeProvider({ clientId: key.id, clientSecret: key.secret, expectedIssuer: issuer }) };
}

function adapted(client: NewClient, revision: string | undefined): McpClient {
  return {
    revision,
    tools: async () => (await client.listTools()).tools,
    call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as ToolResult,
    close: () => client.close(),
  };
}
