import { answersSecret, bodyKindOf, type Capability, hasField, isDestructive, pathParametersOf } from '../capability';
import { pagesOf } from '../connection/pages';
import type { Service } from '../connection/service';
import { finished, isWork } from '../connection/work';
import type { Environment } from '../environment';
import { CommandError, Unavailable, UsageError } from '../errors';
import { EXIT } from '../exit-codes';
import { repeatable } from '../discreet-command';
import { type Host, NoTerminal, write } from '../host';
import { flagsOf } from '../input/flags';
import { askForArguments, completeInput } from '../input/complete-input';
import { askForRest, gatherInput, type Values } from '../input/gather-input';
import { type OperationRequest, requestOf } from '../input/request';
import { openUpload } from '../input/upload';
import { kindOfList, nameFieldsOf } from '../names/kinds';
import { rowOf } from '../names/listed-rows';
import { allColumnsOf, columnsOf } from '../output/columns';
import { download } from '../output/download';
import { itemSchemaOf, listShapeOf } from '../output/list-shape';
import { outcomeOf } from '../output/outcome';
import { OutputFile } from '../output/output-file';
import { onOneLine } from '../output/printable';
import { type OnRows, type Presentation, Presenter } from '../output/presenter';
import { ensureFileFits, withFile } from './file-first';
import type { OperationOptions } from './operation-options';
import { explained, type Place, settle } from './place';

export interface Invocation {
  capability: Capability;
  /** The typed texts of the input fields, by flag. */
  texts: ReadonlyMap<string, readonly string[]>;
  options: OperationOptions;
  /** Values that a command of its own adds. */
  preset?: Readonly<Values>;
  /** What a person at a terminal reads in place of the record. */
  outcome?: (body: unknown) => Promise<string>;
}

/**
 * Runs an operation as a command: reads input from flags, a file and prompts, sends one request or one for each page,
 * and prints the answer.
 *
 * @throws CommandError
 */
export async function runOperation(invocation: Invocation, environment: Environment, host: Host): Promise<void> {
  const { capability, texts, options } = invocation;
  ensurePrintable(invocation);
  const { input, unset = [], ask = [] } = options;
  const values = { ...(await gatherInput(capability, { texts, unset, input }, host)), ...invocation.preset };
  await askForArguments(capability, values, host);
  const typed = flagsOf(capability).filter(({ name }) => texts.has(name));
  const place = await settle(capability, values, { environment, typed });
  ensureFileFits(capability, values, options);
  await askForRest(capability, values, ask, host);
  await completeInput(capability, values, environment);
  if (isDestructive(capability) && !options.yes) await confirm(capability, values, { place, host });
  const service = await environment.service();
  await delivered(invocation, values, { service, environment, host }).catch(async (error: unknown) => {
    throw await explained(error, place, environment);
  });
}

/** Prints the answer, or writes it to a file. */
async function delivered(invocation: Invocation, values: Values, means: Means): Promise<void> {
  const { options } = invocation;
  if (options.output === undefined) return answered(invocation, values, means);
  const file = await OutputFile.open(options.output);
  try {
    await answered(invocation, values, { ...means, host: { ...means.host, stdout: file.stream } });
  } catch (error) {
    // Work that failed has a record too.
    await (error instanceof WorkFailed ? file.keep() : file.discard());
    throw error;
  }
  await file.keep();
}

interface Means {
  service: Service;
  environment: Environment;
  host: Host;
}

async function answered(invocation: Invocation, typed: Values, means: Means): Promise<void> {
  const { capability, options } = invocation;
  const { service, host } = means;
  const values = options.file === undefined ? typed : await withFile(capability, typed, options, means);
  const list = listShapeOf(capability);
  const listed = list && !options.json && host.stdout.isTTY ? await listedRows(capability, values, means) : null;
  const presenter = new Presenter(list, presentationOf(capability, options), host, listed);
  if (options.all && list) return presenter.showPages(pagesOf(service, capability, values, list), list);
  const upload = bodyKindOf(capability) === 'stream' ? await openUpload(capability, options, host) : undefined;
  try {
    const request = requestOf(capability, values, { idempotencyKey: options.idempotencyKey, upload });
    if (capability.credentialKind === 'client') {
      request.headers['authorization'] = await basicAuthorization(options, means);
    }
    const fileId = options.file === undefined ? null : String(values['fileId']);
    await answer(invocation, request, { service, presenter, host, fileId });
  } finally {
    upload?.bytes.destroy();
  }
}

/** Remembers the rows of a list whose records other commands select. Null if none does. */
async function listedRows(capability: Capability, values: Values, { environment }: Means): Promise<OnRows | null> {
  const { operations } = await environment.listing.get();
  const kind = kindOfList(capability, operations);
  if (!kind) return null;
  const within = Object.fromEntries(pathParametersOf(capability).map((name) => [name, values[name]]));
  return async (records) => {
    const rows = records.map((record) => rowOf(record, nameFieldsOf(kind)));
    return environment.listedRows.remember(kind, within, rows);
  };
}

function presentationOf(
  capability: Capability,
  { json, output, fields, wide = false }: OperationOptions,
): Presentation {
  const columns = (wide ? allColumnsOf : columnsOf)(listShapeOf(capability) ? itemSchemaOf(capability) : {});
  const { columns: layout = [] } = capability.cli;
  return {
    json: json === true || output !== undefined,
    fields: fields ?? null,
    columns: columns.length > 0 ? columns : null,
    layout: layout.length > 0 && !wide && !fields ? layout : null,
    wide,
    known: pathParametersOf(capability),
  };
}

async function answer(
  invocation: Invocation,
  request: OperationRequest,
  {
    service,
    presenter,
    host,
    fileId,
  }: Pick<Means, 'service' | 'host'> & { presenter: Presenter; fileId: string | null },
): Promise<void> {
  const { capability, options } = invocation;
  const opened = await service.open(capability, request).catch((error: unknown) => {
    throw error instanceof Unavailable ? withKey(error, request, fileId) : error;
  });
  if (!isJson(opened.headers['content-type'])) return download(opened.body, host);
  const first = await service.read(opened).catch((error: unknown) => {
    throw error instanceof Unavailable ? withKey(error, request, fileId) : error;
  });
  const body = options.wait === false ? first.body : await finished(first, { service, capability, host });
  const sentence = await sentenceFor(invocation, body, host);
  await (sentence === null ? presenter.show(body) : write(host.stdout, `${sentence}\n`));
  if (isWork(body) && body.failure) throw new WorkFailed(body.failure.message);
}

async function sentenceFor(
  { capability, texts, options, outcome }: Invocation,
  body: unknown,
  host: Host,
): Promise<string | null> {
  if (!host.stdout.isTTY || options.json || options.fields) return null;
  return outcome ? outcome(body) : outcomeOf(capability.operationId, body, texts.get('conversation')?.[0]);
}

class WorkFailed extends CommandError {
  constructor(message: string) {
    super(message, EXIT.refused);
  }
}

/** @throws UsageError if the answer cannot be shown as requested */
function ensurePrintable({ capability, options }: Invocation): void {
  if (answersSecret(capability) && !options.showSecret && options.output === undefined) {
    throw new UsageError(
      'The answer contains a secret that cannot be retrieved again.',
      'Choose its destination: --show-secret prints it, --output FILE writes it to a file that only you can read.',
    );
  }
  const record = itemSchemaOf(capability);
  const unknown = options.fields?.find((field) => !hasField(record, field));
  if (unknown !== undefined) {
    const names = Object.keys(record.properties ?? {}).join(', ');
    throw new UsageError(`--fields ${repeatable(unknown)}: there is no such field.`, names && `There are: ${names}`);
  }
}

function isJson(contentType: string | undefined): boolean {
  return contentType === undefined || /^application\/json\b/.test(contentType);
}

/** Authenticates an OAuth client (RFC 6749 §2.3.1) with the id of a key, and the key. */
async function basicAuthorization({ client }: OperationOptions, { environment, host }: Means): Promise<string> {
  if (client === undefined) throw new UsageError('--client is missing: pass the id of the workspace key.');
  const key = (await environment.credential())?.secret ?? (await host.ask('Key:', { hidden: true }));
  return `Basic ${Buffer.from([client, key].map(encodeURIComponent).join(':')).toString('base64')}`;
}

async function confirm(
  capability: Capability,
  values: Readonly<Values>,
  { place, host }: { place: Place; host: Host },
): Promise<void> {
  const { summary, cli } = capability;
  // Only path parameters: the body may contain a password.
  const ids = pathParametersOf(capability).map((name) => place.labels.get(name) ?? String(values[name]));
  const consequence = cli.consequence ? ` ${onOneLine(cli.consequence)}` : '';
  try {
    const answer = await host.ask(`${summary}: ${onOneLine(ids.join(' '))}.${consequence} Continue? [y/N]`);
    if (/^y(es)?$/i.test(answer.trim())) return;
  } catch (error) {
    if (!(error instanceof NoTerminal)) throw error;
    throw new UsageError(
      `${cli.command} needs a confirmation, and there is no terminal to confirm at.${consequence}`,
      'To confirm: --yes',
    );
  }
  throw new CommandError('Nothing was done.', EXIT.interrupted);
}

/** The outcome of the write is unknown. With the key and the uploaded file, the same command can be repeated safely. */
function withKey(error: Unavailable, { headers }: OperationRequest, fileId: string | null): Unavailable {
  const key = headers['idempotency-key'];
  if (key === undefined) return error;
  const flags = `${fileId === null ? '' : `--type file --file-id ${fileId} in place of --file, and with `}--idempotency-key ${key}`;
  const again = `The outcome is unknown. To retry safely, run the same command with ${flags}.`;
  return new Unavailable(error.message, [error.hint, again].filter(Boolean).join('\n'));
}
