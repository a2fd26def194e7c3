import { api, dataOf, type Schemas } from '../../api/client';
import { upload } from '../../api/uploads';
import { type Agent, pathOf, type Source } from './queries';

type MediaType = Schemas['SourceFile']['mediaType'];

/** What `uploadSourceFile` reads, by extension. */
const TYPES: Readonly<Record<string, MediaType>> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  mdx: 'text/mdx',
  adoc: 'text/asciidoc',
  txt: 'text/plain',
  html: 'text/html',
  htm: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
};
export const FILE_EXTENSIONS: readonly string[] = Object.keys(TYPES).map((extension) => `.${extension}`);
/** Bytes that the service takes. */
export const MAX_FILE_BYTES = 26_214_400;

export function mediaTypeOf(fileName: string): MediaType | null {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : null;
}

/** Uploads the file and makes a source of it. `onProgress`: the sent part, from 0 to 1. Throws an `ApiProblem`. */
export async function addFile(agent: Agent, file: File, onProgress: (part: number) => void): Promise<Source> {
  const path = pathOf(agent);
  const address = `/workspaces/${path.workspaceId}/agents/${path.agentId}/sources/files`;
  const mediaType = mediaTypeOf(file.name) ?? file.type;
  const { id } = await upload<Schemas['SourceFile']>(address, file, { mediaType, onProgress });
  return dataOf(
    api.POST('/workspaces/{workspaceId}/agents/{agentId}/sources', {
      // One upload makes one source.
      params: { path, header: { 'Idempotency-Key': id } },
      body: { type: 'file', name: file.name.slice(0, 255), fileId: id },
    }),
  );
}
