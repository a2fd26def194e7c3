import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ServerProcess } from '../../support/server-process';
import { HttpConnection } from '../../support/http-connection';
import type { Place } from './workspaces';

const POLL_MS = 200;
const ENDED = ['completed', 'failed'];

interface Import {
  id: string;
  status: string;
}

/**
 * Uploads the file and waits until its contacts are imported.
 *
 * @returns milliseconds from the request to the first answer with status completed
 * @throws if the import failed or some contacts are missing
 */
export async function importContacts(
  service: ServerProcess,
  { workspaceId, owner }: Place,
  { file, contacts }: { file: string; contacts: number },
): Promise<number> {
  const path = `/api/v1/workspaces/${workspaceId}/contacts/import`;
  const started = performance.now();
  let state = await upload(service.url + path, owner.credential, file);
  const connection = new HttpConnection(service.url, owner.credential);
  while (!ENDED.includes(state.status)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    state = JSON.parse(await connection.succeed({ method: 'GET', path: `${path}/${state.id}` })) as Import;
  }
  const milliseconds = performance.now() - started;
  const listed = await connection.succeed({ method: 'GET', path: `${path.replace(/\/import$/, '')}?limit=1` });
  connection.close();
  const { total } = JSON.parse(listed) as { total: number };
  if (state.status !== 'completed' || total !== contacts) {
    throw new Error(`The import ended as ${JSON.stringify(state)}, with ${total} of ${contacts} contacts`);
  }
  return milliseconds;
}

/** Streamed from the file, so that the bench does not hold more of it in memory than the service. */
async function upload(url: string, credential: string, file: string): Promise<Import> {
  const headers = {
    authorization: `Bearer ${credential}`,
    'content-type': file.endsWith('.csv') ? 'text/csv' : 'application/x-ndjson',
    'content-length': statSync(file).size,
  };
  const sent = request(url, { method: 'POST', headers });
  const answer = new Promise<string>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 202) resolve(text);
        else reject(new Error(`The import answered ${response.statusCode}: ${text}`));
      });
    });
  });
  // A refusal closes the connection before the whole file was sent.
  const [text] = await Promise.all([answer, pipeline(createReadStream(file), sent).catch(() => undefined)]);
  return JSON.parse(text) as Import;
}
