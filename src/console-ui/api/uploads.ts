import { API_ADDRESS, refusalOf } from './client';
import { ApiProblem } from './problems';

interface Options {
  mediaType: string;
  /** The sent part, from 0 to 1. */
  onProgress: (part: number) => void;
  /** Ends the upload. Its promise then stays open. */
  signal?: AbortSignal;
}

/**
 * Sends a file as the body of a POST, and returns the answer. `path` is below the address of the API. By XMLHttpRequest, because
 * `fetch` does not say how much it has sent. Throws an `ApiProblem`.
 */
export function upload<Answer>(path: string, file: File, { mediaType, onProgress, signal }: Options): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', API_ADDRESS + path);
    request.setRequestHeader('Content-Type', mediaType);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () =>
      reject(new ApiProblem(0, 'unreachable', 'The upload broke off. Check your connection, then try again.'));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(JSON.parse(request.responseText) as Answer);
      void refusalOf(responseOf(request)).then(reject);
    };
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['retry-after', 'x-request-id']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.responseText, { status: request.status, headers });
}
