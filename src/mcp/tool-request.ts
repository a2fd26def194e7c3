import { type ErrorDetail, ValidationFailed } from '../common/errors/domain-error';
import { IDEMPOTENCY_KEY } from '../common/registry/operation.names';
import type { OperationTool } from './tool';

/** The HTTP request that a tool call is. */
export interface ToolRequest {
  operationId: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Puts each argument where the operation looks for it: path, header, query, body. What no place is known for goes where
 * the operation refuses it by name, so that it is told what REST would tell. Outside the body null is no value: many
 * programs name every argument.
 *
 * @throws ValidationFailed where the path cannot be formed, or where text is needed and something else is given
 */
export function requestOf(tool: OperationTool, given: Readonly<Record<string, unknown>>): ToolRequest {
  const { operationId, method, path, pathParameters, takesBody } = tool.operation;
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (pathParameters.includes(name)) continue;
    const isKey = tool.takesIdempotencyKey && name === IDEMPOTENCY_KEY;
    if (takesBody && !isKey && !tool.queryParameters.includes(name)) body[name] = value;
    else if (value === null) continue;
    else if (isKey) headers['idempotency-key'] = headerText(value);
    else for (const item of [value].flat()) query.append(name, text(item, `query.${name}`));
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return {
    operationId,
    method,
    url: `/api/v1${filled(path, given)}${search}`,
    headers,
    body: takesBody ? JSON.stringify(body) : null,
  };
}

/** The workspace that a message names, so that who calls is looked up once, for the message and the request it makes. */
export function workspaceOfCall(message: unknown): string | null {
  const { workspaceId } =
    (message as { params?: { arguments?: { workspaceId?: unknown } } } | null)?.params?.arguments ?? {};
  return typeof workspaceId === 'string' ? workspaceId : null;
}

function filled(path: string, given: Readonly<Record<string, unknown>>): string {
  const problems: ErrorDetail[] = [];
  const url = path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = given[name];
    if (typeof value === 'string' && value !== '' && value.isWellFormed()) return encodeURIComponent(value);
    problems.push({
      path: `path.${name}`,
      code: value === undefined ? 'required' : 'wrong_type',
      message: 'must be a non-empty string',
    });
    return '';
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return url;
}

/** What no header can carry is refused as a key, not as a header. */
function headerText(value: unknown): string {
  if (typeof value !== 'string') throw wrongType('header.Idempotency-Key', 'must be a string');
  return text(value, '').replace(/[^\x20-\x7e]/g, ' ');
}

function text(value: unknown, path: string): string {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw wrongType(path, 'must be a string, number, or boolean');
}

function wrongType(path: string, message: string): ValidationFailed {
  return new ValidationFailed([{ path, code: 'wrong_type', message }]);
}
