import type { Readable } from 'node:stream';
import type { Capability } from '../capability';
import type { HttpAnswer } from '../connection/http-client';
import type { Service } from '../connection/service';
import { UsageError } from '../errors';
import { type Host, write } from '../host';
import { apiFields } from '../input/api-fields';
import type { Values } from '../input/gather-input';
import { openInput } from '../input/gather-input';
import type { OperationRequest } from '../input/request';
import { Directory } from '../names/directory';
import { download } from '../output/download';
import { isRecord } from '../output/fields';
import { onOneLine, safeJson } from '../output/printable';
import type { Context } from './context';
import { defaultOf } from './place';

export interface ApiOptions {
  method?: string;
  rawField?: string[];
  field?: string[];
  header?: string[];
  input?: string;
  paginate?: boolean;
  include?: boolean;
}

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
/** Segments that an address resolves, as they are or encoded: they would leave the API. */
const DOTS = /^(?:\.|%2e){1,2}$/i;
/** Headers that the command sets itself. Credentials are not accepted as arguments. */
const OWN_HEADERS = ['authorization', 'cookie', 'host', 'content-length', 'transfer-encoding'];

/**
 * Sends any request to the service with the credential of the other commands, and prints the answer.
 *
 * @throws CommandError
 */
export async function api(words: readonly string[], options: ApiOptions, context: Context): Promise<void> {
  const { environment, host } = context;
  const fields = await apiFields(options.rawField ?? [], options.field ?? []);
  const hasBody = options.input !== undefined || Object.keys(fields).length > 0;
  const { method, path } = targetOf(words, options, hasBody);
  if (options.paginate && method !== 'GET') throw new UsageError('--paginate is for GET.');
  const address = withFields(
    await placed(path, context),
    method === 'GET' || options.input !== undefined ? fields : {},
  );
  const headers = headersOf(options.header ?? []);
  const isJsonBody = options.input === undefined && method !== 'GET' && hasBody;
  if (isJsonBody || options.input !== undefined) headers['content-type'] ??= 'application/json';
  const body = (): string | Readable | null =>
    options.input !== undefined ? openInput(options.input, host) : isJsonBody ? JSON.stringify(fields) : null;
  const service = await environment.service();
  let next: string | null = address;
  while (next !== null) {
    const request = { method, path: next, headers, body: body() };
    const answer: unknown = await exchange(service, request, { host, include: options.include === true });
    next = options.paginate ? pageAfter(next, answer) : null;
  }
}

/** `POST /labels`, or only a path: then GET, or POST with fields. */
function targetOf(
  words: readonly string[],
  { method }: ApiOptions,
  hasBody: boolean,
): { method: string; path: string } {
  const [first = '', second] = words;
  if (second !== undefined && method !== undefined) throw new UsageError('The method was passed twice.');
  const chosen = (second === undefined ? method : first) ?? (hasBody ? 'POST' : 'GET');
  const path = (second ?? first).replace(/^\/?(api\/v1\/)?/, '/');
  if (!METHODS.includes(chosen.toUpperCase())) throw new UsageError(`The method is none of ${METHODS.join(', ')}.`);
  const segments = path.split('?')[0]!.split('/');
  if (/[\s#\\]/.test(path) || path.startsWith('//') || path.includes('://') || segments.some((one) => DOTS.test(one))) {
    throw new UsageError('The path is not one of the API.', 'Example: /workspaces/{workspaceId}/labels');
  }
  return { method: chosen.toUpperCase(), path };
}

/** Fills in `{workspaceId}` and `{agentId}` with the defaults of other commands. */
async function placed(path: string, { environment }: Context): Promise<string> {
  const directory = new Directory(environment);
  let workspaceId = '';
  let filled = path;
  for (const kind of ['workspace', 'agent'] as const) {
    if (!path.includes(`{${kind}Id}`)) continue;
    const fallback = defaultOf(kind, workspaceId, environment);
    if (!fallback) throw new UsageError(`{${kind}Id} has no default.`, `Set one: parley use --${kind} NAME`);
    const { id } = await directory.find(`${kind}Id`, { ...fallback, within: { workspaceId } });
    if (kind === 'workspace') workspaceId = id;
    filled = filled.replaceAll(`{${kind}Id}`, encodeURIComponent(id));
  }
  if (/[{}]/.test(filled)) throw new UsageError('Only {workspaceId} and {agentId} have defaults.');
  return filled;
}

function withFields(path: string, fields: Readonly<Values>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value].flat()) query.append(name, String(item));
  }
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}

function headersOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = '', value = ''] = /^([A-Za-z0-9-]+):\s*([\x20-\x7e]+)$/.exec(text) ?? [];
      if (name === '') throw new UsageError('--header is not a header.', "Example: --header 'Accept: text/csv'");
      if (OWN_HEADERS.includes(name.toLowerCase())) {
        throw new UsageError(
          `--header: the command sets ${name} itself.`,
          'Programs pass a credential in PARLEY_TOKEN.',
        );
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/** Returns the body if it is JSON. */
async function exchange(
  service: Service,
  request: OperationRequest,
  { host, include }: { host: Host; include: boolean },
): Promise<unknown> {
  const answer = await service.open(called(request), request);
  if (include) await write(host.stdout, headText(answer));
  if (!/^application\/json\b/.test(answer.headers['content-type'] ?? '')) {
    await download(answer.body, host);
    return null;
  }
  const { body } = await service.read(answer);
  await write(host.stdout, `${safeJson(body, host.stdout.isTTY ? 2 : undefined)}\n`);
  return body;
}

function headText({ status, headers }: HttpAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => onOneLine(`${name}: ${[value].flat().join(', ')}`));
  return `${[`HTTP ${status}`, ...lines, ''].join('\n')}\n`;
}

/** For errors, which name the operation. */
function called({ method, path }: OperationRequest): Capability {
  return {
    operationId: 'api',
    summary: 'Send a request to the API',
    credentialKind: 'account',
    scopes: [],
    readOnly: method === 'GET',
    api: { method, path, requestMediaType: 'application/json' },
    cli: { supported: true, command: 'parley api' },
    inputSchema: {},
    outputSchema: {},
  };
}

/** The address of the next page, by `nextCursor` or by `total` and `offset`. */
function pageAfter(path: string, body: unknown): string | null {
  if (!isRecord(body)) return null;
  const rows = Object.values(body).find(Array.isArray)?.length ?? 0;
  const { nextCursor, total, offset } = body;
  if (typeof nextCursor === 'string') return changed(path, 'cursor', nextCursor);
  if (typeof total !== 'number' || typeof offset !== 'number' || rows === 0) return null;
  return offset + rows < total ? changed(path, 'offset', String(offset + rows)) : null;
}

function changed(path: string, name: string, value: string): string {
  const [base = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `${base}?${parameters.toString()}`;
}
