import { type ErrorDetail, ValidationFailed } from '../common/errors/domain-error';
import type { OperationRequest } from '../common/http/operation-calls';
import { IDEMPOTENCY_KEY } from '../common/registry/operation.names';
import type { OperationTool } from './tool';

/**
 * Puts each argument into the path, a header, the query or the body. An unknown argument goes into the query or the
 * body, so that the operation refuses it by name, as with REST. Outside the body, null means no value: many programs
 * send every argument.
 *
 * @throws ValidationFailed if a part of the path is missing, or a value must be text and is not
 */
export function requestOf(tool: OperationTool, input: Readonly<Record<string, unknown>>): OperationRequest {
  const { operation } = tool;
  const { pathParameters, takesBody } = operation;
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  const body: [name: string, value: unknown][] = [];
  for (const [name, value] of Object.entries(input)) {
    if (pathParameters.includes(name)) continue;
    const isKey = tool.takesIdempotencyKey && name === IDEMPOTENCY_KEY;
    if (takesBody && !isKey && !tool.queryParameters.includes(name)) body.push([name, value]);
    else if (value === null) continue;
    else if (isKey) headers['idempotency-key'] = headerText(value);
    else for (const item of [value].flat()) query.append(name, text(item, `query.${name}`));
  }
  return {
    operation,
    params: paramsOf(pathParameters, input),
    search: query.toString(),
    headers,
    // Fields of the object itself, even `__proto__`, as in parsed JSON.
    body: takesBody ? Object.fromEntries(body) : undefined,
  };
}

/** The workspace that a message names. With it, one lookup of the caller serves both the message and its request. */
export function workspaceOfCall(message: unknown): string | null {
  const { workspaceId } =
    (message as { params?: { arguments?: { workspaceId?: unknown } } } | null)?.params?.arguments ?? {};
  return typeof workspaceId === 'string' ? workspaceId : null;
}

function paramsOf(names: readonly string[], input: Readonly<Record<string, unknown>>): Record<string, string> {
  const problems: ErrorDetail[] = [];
  const params: Record<string, string> = {};
  for (const name of names) {
    const value = input[name];
    if (typeof value === 'string' && value !== '' && value.isWellFormed()) params[name] = value;
    else {
      const code = value === undefined ? 'required' : 'wrong_type';
      problems.push({ path: `path.${name}`, code, message: 'must be a non-empty string' });
    }
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
  return params;
}

/** A text that no header can contain is refused as an invalid key, not as an invalid header. */
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
