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

/** The options of the upload. */
interface FileOptions {
  file?: string;
  contentType?: string;
}

interface FileFirst {
  /** The operation that uploads the file. */
  upload: string;
  /** The field of the operation for the id of the file. */
  field: string;
  /** Fields with fixed values for a file. */
  fixed: Values;
  /** The field that gets the name of the file by default. */
  name: string;
}

const FIRST: ReadonlyMap<string, FileFirst> = new Map([
  ['createSource', { upload: 'uploadSourceFile', field: 'fileId', fixed: { type: 'file' }, name: 'name' }],
]);

/** Whether the operation uses a file that another one uploads. With `--file`, one command does both. */
export function takesFile({ operationId }: Capability): boolean {
  return FIRST.has(operationId);
}

/** Checks the options before any request. @throws UsageError */
export function ensureFileFits(capability: Capability, values: Values, { file, contentType }: FileOptions): void {
  const first = FIRST.get(capability.operationId);
  if (!first || file === undefined) {
    if (first && contentType !== undefined) throw new UsageError('--content-type is for --file.');
    return;
  }
  for (const [field, value] of Object.entries({ ...first.fixed, [first.field]: undefined })) {
    if ((values[field] ?? value) !== value) throw new UsageError(`--file does not allow another ${field}.`);
  }
  if ((contentType ?? mediaTypeBy(file)) === undefined) {
    throw new UsageError('The media type of the file is unknown.', 'Pass it: --content-type text/plain');
  }
}

/** Uploads the file, and adds the fields that the operation needs. @throws CommandError */
export async function withFile(
  capability: Capability,
  values: Values,
  { file = '', contentType }: FileOptions,
  { service, environment, host }: { service: Service; environment: Environment; host: Host },
): Promise<Values> {
  const { upload: operationId, field, fixed, name } = FIRST.get(capability.operationId)!;
  const uploading = operationIn(await environment.listing.get(), operationId);
  const upload = await openUpload(uploading, { input: file, contentType, flag: '--file' }, host);
  try {
    const { workspaceId, agentId } = values;
    const { body } = await service.call(uploading, requestOf(uploading, { workspaceId, agentId }, { upload }));
    const id = isRecord(body) ? body['id'] : undefined;
    if (typeof id !== 'string') throw new Unavailable('The file has no id: the version of the service differs.');
    return { [name]: basename(file), ...values, ...fixed, [field]: id };
  } finally {
    upload.bytes.destroy();
  }
}
