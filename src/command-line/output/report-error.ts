import type { Capability } from '../capability';
import { type CommandError, type ErrorBody, Refusal } from '../errors';
import { type Host, write } from '../host';
import { flagNameIn } from '../input/flags';
import { hintFor } from './hints';
import { onLines, onOneLine, safeJson } from './printable';
import { paintFor } from './style';

/** Prints on stderr the error, the affected fields, and a hint. With `json`, prints an error body. */
export async function reportError(error: CommandError, { json }: { json: boolean }, host: Host): Promise<void> {
  const hint = error.hint ?? (error instanceof Refusal ? hintFor(error) : undefined);
  if (json) {
    const body = error instanceof Refusal ? error.body : { error: error.message, code: localCode(error) };
    return write(host.stderr, `${safeJson({ ...body, ...(hint !== undefined && { hint }) })}\n`);
  }
  const paint = paintFor(host.stderr, host);
  const code = error instanceof Refusal ? paint('dim', ` [${onOneLine(error.body.code)}]`) : '';
  const lines = [`${paint('red', 'parley:')} ${onLines(error.message)}${code}`];
  if (error instanceof Refusal) {
    for (const { path, message } of detailsOf(error)) {
      const { capability } = error.context;
      lines.push(`  ${onOneLine(flagFor(path, capability))}: ${onOneLine(withFlags(message, capability))}`);
    }
  }
  if (hint !== undefined) lines.push(onLines(hint));
  if (error instanceof Refusal && error.status >= 500 && error.context.requestId) {
    lines.push(`Request: ${onOneLine(error.context.requestId)}`);
  }
  await write(host.stderr, `${lines.join('\n')}\n`);
}

function detailsOf({ body }: Refusal): Detail[] {
  return Array.isArray(body.details) ? body.details.filter(isDetail) : [];
}

type Detail = NonNullable<ErrorBody['details']>[number];

function isDetail(value: unknown): value is Detail {
  const { path, message } = (value ?? {}) as Partial<Detail>;
  return typeof path === 'string' && typeof message === 'string';
}

function localCode({ exitCode }: CommandError): string {
  return (
    { 2: 'usage', 3: 'not_signed_in', 5: 'not_found', 6: 'unavailable', 130: 'interrupted' }[exitCode as number] ??
    'failed'
  );
}

/** `/widgetConfig/accentColor`, `query.limit` and `path.workspaceId` as flags. */
function flagFor(path: string, capability: Capability): string {
  const segments = path.startsWith('/') ? path.slice(1).split('/') : [path.replace(/^(query|path|header)\./, '')];
  if (path === '') return 'the input';
  const fields = segments.filter((segment) => !/^\d+$/.test(segment));
  return fields.length > 0 ? `--${flagNameIn(capability, fields)}` : path;
}

/** Other fields of the operation that a message names, such as `savedReplyId`, as flags. A short word may be meant as a word. */
function withFlags(message: string, capability: Capability): string {
  const fields = capability.inputSchema.properties ?? {};
  return message.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) =>
    Object.hasOwn(fields, word) ? `--${flagNameIn(capability, [word])}` : word,
  );
}
