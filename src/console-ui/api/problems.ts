/** One reason for a refusal, with the place of the value that it is about. Further fields depend on `code`. */
export interface ProblemDetail {
  /** JSON Pointer to a field of the body (RFC 6901), or `query.<name>`, `path.<name>`, `header.<name>`. */
  path?: string;
  code: string;
  message: string;
  [fact: string]: unknown;
}

type Translate = (message: string) => string;
let translate: Translate = (message) => message;

/** From now on, problems have their messages in the reader's language. A page has one language. */
export function translateProblems(by: Translate): void {
  translate = by;
}

/** The service refused a request, or the request reached none. `message` is for people and names the remedy. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly details: readonly ProblemDetail[];

  constructor(
    /** 0: no answer came. The request may have been carried out. */
    readonly status: number,
    readonly code: string,
    message: string,
    details: readonly ProblemDetail[] = [],
    readonly requestId: string | null = null,
    /** Milliseconds until another try makes sense, or null. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(translate(message));
    this.details = details.map((detail) => ({ ...detail, message: translate(detail.message) }));
  }

  get isCut(): boolean {
    return this.status === 0;
  }

  /** The message for a field of a form, by its JSON Pointer, such as `/name`. */
  at(path: string): string | undefined {
    return this.details.find((detail) => detail.path === path)?.message;
  }
}

export function isProblem(error: unknown, code?: string): error is ApiProblem {
  return error instanceof ApiProblem && (code === undefined || error.code === code);
}

/** The error of a response: `components.schemas.Error` of the API, or a proxy's, which has a status only. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as {
    error?: string;
    code?: string;
    details?: ProblemDetail[];
  } | null;
  return new ApiProblem(
    response.status,
    body?.code ?? 'unknown',
    body?.error ?? `The server answered with status ${response.status}.`,
    body?.details ?? [],
    response.headers.get('x-request-id'),
    retryAfterMs(response.headers.get('retry-after')),
  );
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/** A JSON Pointer for people: `/targets/0/pauseOn` as `targets 1, pause on`. For values that have no field. */
export function spoken(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  return parts
    .map((part) =>
      /^\d+$/.test(part) ? String(Number(part) + 1) : part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .reduce((all, part) => (all === '' ? part : /^\d+$/.test(part) ? `${all} ${part}` : `${all}, ${part}`), '');
}
