import type { Schemas } from '../api/client';
import type { ApiProblem } from '../api/problems';

/** A file that goes to the service, or is there already. */
export interface Upload {
  key: number;
  name: string;
  size: number;
  state: 'uploading' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  problem: string | null;
  id: string | null;
}

/** Sends one file to the service. */
export type SendFile = (
  file: File,
  on: { onProgress: (progress: number) => void; signal: AbortSignal },
) => Promise<{ id: string }>;

let keys = 0;

/** A file that the service has already. */
export function keptFile({ id, fileName: name, sizeBytes: size }: Schemas['FileFacts']): Upload {
  return { key: ++keys, name, size, state: 'done', progress: 1, problem: null, id };
}

/** Sends a file at once. `set` gets what changes of it until the promise resolves. */
export function beginUpload(
  { name, size }: File,
  send: (on: Parameters<SendFile>[1]) => Promise<{ id: string }>,
  set: (key: number, fields: Partial<Upload>) => void,
): { begun: Upload; stop: () => void; ended: Promise<void> } {
  const key = ++keys;
  const broken = new AbortController();
  const sent = send({ onProgress: (progress) => set(key, { progress }), signal: broken.signal });
  return {
    begun: { key, name, size, state: 'uploading', progress: 0, problem: null, id: null },
    stop: () => broken.abort(),
    ended: sent.then(
      ({ id }) => set(key, { state: 'done', id }),
      (problem: unknown) => set(key, { state: 'failed', problem: (problem as ApiProblem).message }),
    ),
  };
}
