import { eventReader } from './event-reader';
import type { LiveEvent } from './types';

/** Why a request failed. `status` 0: there was no answer. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    /** In seconds. */
    readonly retryAfter: number | null = null,
  ) {
    super(code);
  }
}

export interface Call {
  body?: unknown;
  /** Instead of a body: the bytes of a file. */
  file?: Blob;
  token?: string | null;
  signal?: AbortSignal;
}

/** The visitor's routes. `fetch`, because EventSource cannot send Authorization. */
export class Api {
  constructor(
    private readonly base: string,
    private readonly request: typeof fetch = (...parameters) => fetch(...parameters),
  ) {}

  async call<T>(method: string, path: string, call: Call = {}): Promise<T> {
    const response = await this.send(method, path, 'application/json', call);
    try {
      return (await response.json()) as T;
    } catch {
      throw new ApiProblem(0, 'broken_off');
    }
  }

  /** The bytes of a file. */
  async download(path: string, call: Call): Promise<Blob> {
    const response = await this.send('GET', path, '*/*', call);
    return response.blob().catch(() => {
      throw new ApiProblem(0, 'broken_off');
    });
  }

  /**
   * Calls `onEvent` for each event as it arrives, and `onBytes` also for comments. If the answer is not a stream,
   * returns its JSON.
   *
   * @throws ApiProblem, with status 0 if the stream breaks off
   */
  async stream(
    method: string,
    path: string,
    call: Call,
    onEvent: (event: LiveEvent) => void,
    onBytes: () => void = () => {},
  ): Promise<unknown> {
    const response = await this.send(method, path, 'text/event-stream', call);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json();
    const read = eventReader((event, data) => onEvent({ event, data: JSON.parse(data || '{}') as LiveEvent['data'] }));
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw call.signal?.aborted ? error : new ApiProblem(0, 'broken_off');
      });
      if (done) return null;
      onBytes();
      read(decoder.decode(value, { stream: true }));
    }
  }

  private async send(
    method: string,
    path: string,
    accept: string,
    { body, file, token, signal }: Call,
  ): Promise<Response> {
    const headers: Record<string, string> = { Accept: accept };
    if (token) headers['Authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (file) headers['Content-Type'] = 'application/octet-stream';
    const init: RequestInit = { method, headers, credentials: 'omit', cache: 'no-store' };
    if (body !== undefined) init.body = JSON.stringify(body);
    if (file) init.body = file;
    if (signal) init.signal = signal;
    const response = await this.request(this.base + path, init).catch((error: unknown) => {
      throw signal?.aborted ? error : new ApiProblem(0, 'offline');
    });
    if (response.ok) return response;
    const refusal = (await response.json().catch(() => ({}))) as { code?: string };
    const after = Number(response.headers.get('retry-after'));
    throw new ApiProblem(response.status, refusal.code ?? 'failed', after > 0 ? after : null);
  }
}
