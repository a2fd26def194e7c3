import { basename } from 'node:path';
import type { Capability } from '../capability';
import type { Service } from '../connection/service';
import type { Environment } from '../environment';
import { Unavailable, UsageError } from '../errors';
import type { Host } from '../host';
import type { Values } from '../input/gather-input';
import { requestOf } from '../input/request';
import { mediaTypeBy, openUpload } from '../input/upload';
import { isRecord } from '../output/fields';
import { operationIn } from './operations';

/** What was typed. */
interface FileOptions {
  file?: string;
  contentType?: string;
}

interface FileFirst {
  /** The operation that takes the file itself. */
  upload: string;
  /** What the operation calls the id of the file. */
  field: string;
  /** What else follows from there being a file. */
  given: Values;
  /** The field that is called like the file where nothing else is said. */
  name: string;
}

const FIRST: ReadonlyMap<string, FileFirst> = new Map([
  ['createSource', { upload: 'uploadSourceFile', field: 'fileId', given: { type: 'file' }, name: 'name' }],
]);

/** Whether the operation is about a file that another one uploads: with `--file` both are one command. */
export function takesFile({ operationId }: Capability): boolean {
  return FIRST.has(operationId);
}

/** Refused before anything is sent. @throws UsageError */
export function ensureFileFits(capability: Capability, values: Values, { file, contentType }: FileOptions): void {
  const first = FIRST.get(capability.operationId);
  if (!first || file === undefined) {
    if (first && contentType !== undefined) throw new UsageError('--content-type is for --file.');
    return;
  }
  for (const [field, value] of Object.entries({ ...first.given, [first.field]: undefined })) {
    if ((values[field] ?? value) !== value) throw new UsageError(`--file does not go with another ${field}.`);
  }
  if ((contentType ?? mediaTypeBy(file)) === undefined) {
    throw new UsageError('What kind of file it is cannot be told from its name.', 'Say it: --content-type text/plain');
  }
}

/** Uploads the file, and adds what the operation needs to know of it. @throws CommandError */
export async function withFile(
  capability: Capability,
  values: Values,
  { file = '', contentType }: FileOptions,
  { service, environment, host }: { service: Service; environment: Environment; host: Host },
): Promise<Values> {
  const { upload: operationId, field, given, name } = FIRST.get(capability.operationId)!;
  const uploading = operationIn(await environment.listing.get(), operationId);
  const upload = await openUpload(uploading, { input: file, contentType, flag: '--file' }, host);
  try {
    const { workspaceId, agentId } = values;
    const { body } = await service.call(uploading, requestOf(uploading, { workspaceId, agentId }, { upload }));
    const id = isRecord(body) ? body['id'] : undefined;
    if (typeof id !== 'string') throw new Unavailable('The file has no id: the service is of another version.');
    return { [name]: basename(file), ...values, ...given, [field]: id };
  } finally {
    upload.bytes.destroy();
  }
}
