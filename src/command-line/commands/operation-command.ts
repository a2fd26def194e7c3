import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { answersSecret, bodyKindOf, type Capability, isDestructive, pathParametersOf } from '../capability';
import { pagesOf } from '../connection/pages';
import { finished, isWork } from '../connection/work';
import type { Environment } from '../environment';
import { CommandError, Unavailable, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { type Host, NoTerminal } from '../host';
import { mediaTypeOf } from '../input/file-media-type';
import { gatherInput, openInput, unreadable, type Values } from '../input/gather-input';
import { type OperationRequest, type RequestOptions, requestOf } from '../input/request';
import { toFile, toStdout } from '../output/download';
import { listShapeOf } from '../output/list-shape';
import { onOneLine, safeJson } from '../output/printable';
import { Presenter } from '../output/presenter';
import { counted, progressOf } from '../output/progress';
import type { OperationOptions } from './operation-options';

export interface Invocation {
  capability: Capability;
  /** What was typed for the fields of the input, by flag. */
  texts: ReadonlyMap<string, readonly string[]>;
  options: OperationOptions;
}

/**
 * An operation as a command: input from flags, file and prompts; one request, or one for each page; the answer.
 *
 * @throws CommandError
 */
export async function runOperation(invocation: Invocation, environment: Environment, host: Host): Promise<void> {
  const { capability, texts, options } = invocation;
  if (answersSecret(capability) && !options.showSecret && options.output === undefined) {
    throw new UsageError(
      'The answer has a secret in it that cannot be read again.',
      'Say where it goes: --show-secret prints it, --output FILE keeps it in a file of yours.',
    );
  }
  const { input, unset = [] } = options;
  const values = await gatherInput(capability, { texts, unset, input }, environment.defaults, host);
  if (isDestructive(capability) && !options.yes) await confirm(capability, values, host);
  const list = listShapeOf(capability);
  const presenter = new Presenter(
    list,
    { json: options.json ?? false, fields: options.fields ?? null, known: pathParametersOf(capability) },
    host,
  );
  if (options.all && list && options.output === undefined) {
    return presenter.showPages(pagesOf(environment.service, capability, values, list), list);
  }
  const idempotencyKey = options.idempotencyKey ?? randomUUID();
  const stream = await streamOf(invocation, host);
  const request = requestOf(capability, values, { idempotencyKey, stream });
  if (capability.credentialKind === 'client') {
    request.headers['authorization'] = await basicAuthorization(options, environment, host);
  }
  try {
    await answer(invocation, request, { environment, presenter, host });
  } catch (error) {
    throw error instanceof Unavailable ? withKey(error, request, idempotencyKey) : error;
  }
}

interface Means {
  environment: Environment;
  presenter: Presenter;
  host: Host;
}

async function answer({ capability, options }: Invocation, request: OperationRequest, means: Means): Promise<void> {
  const { environment, presenter, host } = means;
  const opened = await environment.service.open(capability, request);
  if (!isJson(opened.headers['content-type'])) {
    return options.output === undefined ? toStdout(opened.body, host) : toFile(opened.body, options.output, host);
  }
  const first = await environment.service.read(opened);
  const following = { service: environment.service, capability, host };
  const body = options.wait === false ? first.body : await finished(first, following);
  if (options.output !== undefined) await toFile(`${safeJson(body, 2)}\n`, options.output, host);
  else await presenter.show(body);
  if (isWork(body) && body.failure) throw new CommandError(body.failure.message, EXIT.refused);
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/json\b/.test(contentType);
}

/** Of an OAuth client (RFC 6749 §2.3.1): the id of a key, and the key. */
async function basicAuthorization({ client }: OperationOptions, { secret }: Environment, host: Host): Promise<string> {
  if (client === undefined) throw new UsageError('--client is missing: the id of the workspace key.');
  const key = secret ?? (await host.ask('Key:', { hidden: true }));
  return `Basic ${Buffer.from([client, key].map(encodeURIComponent).join(':')).toString('base64')}`;
}

async function confirm({ summary, cli }: Capability, values: Readonly<Values>, host: Host): Promise<void> {
  const ids = Object.values(values).filter((value) => typeof value === 'string');
  try {
    const said = await host.ask(`${summary}: ${onOneLine(ids.join(' '))}. Go on? [y/N]`);
    if (/^y(es)?$/i.test(said.trim())) return;
  } catch (error) {
    if (!(error instanceof NoTerminal)) throw error;
    throw new UsageError(`${cli.command} cannot be undone, and there is nobody to ask.`, 'If it is meant: --yes');
  }
  throw new CommandError('Nothing was done.', EXIT.interrupted);
}

async function streamOf({ capability, options }: Invocation, host: Host): Promise<RequestOptions['stream']> {
  const { input, contentType } = options;
  if (bodyKindOf(capability) !== 'stream' || input === undefined) return undefined;
  const size = input === '-' ? null : await sizeOf(input);
  const progress = await progressOf({ title: 'Sending', unit: 'MB', total: size }, host);
  const bytes = openInput(input, host);
  const sent = bytes.pipe(counted(progress));
  bytes.on('error', (error) => sent.destroy(error));
  return { bytes: sent, size, mediaType: contentType ?? mediaTypeOf(input, capability.api.requestMediaType) };
}

/** Null for what has none that is known beforehand, such as a pipe. */
async function sizeOf(file: string): Promise<number | null> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return found.isFile() ? found.size : null;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Whether a write was done is not known then: the key makes the same command safe. */
function withKey(error: Unavailable, { headers }: OperationRequest, key: string): Unavailable {
  if (headers['idempotency-key'] === undefined) return error;
  return new Unavailable(
    error.message,
    `${error.hint ? `${error.hint}\n` : ''}If it may have been done: the same command with --idempotency-key ${key} does nothing twice.`,
  );
}
