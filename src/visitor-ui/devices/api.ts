/** Why a request failed. `status` 0: there was no answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    /** In seconds. */
    readonly retryAfter: number | null = null,
  ) {
    super(code);
  }
}

/** The member's operations, authorized by the session cookie. */
export class Api {
  constructor(private readonly base: string) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init: RequestInit = { method, credentials: 'same-origin', cache: 'no-store' };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const response = await fetch(this.base + path, init).catch(() => {
      throw new Refusal(0, 'offline');
    });
    const answer = (await response.json().catch(() => ({}))) as T & { code?: string };
    if (response.ok) return answer;
    const after = Number(response.headers.get('retry-after'));
    throw new Refusal(response.status, answer.code ?? 'failed', after > 0 ? after : null);
  }
}
