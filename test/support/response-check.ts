import type { ApiDocument, ApiOperation, ApiResponse } from '../../src/openapi/document.types';
import type { Reply } from './call';
import { committedDocument } from './committed-document';
import { DocumentSchemas } from './document-schemas';

/** Headers that a response always has where its description names them. */
const PROMISED = ['X-Request-Id', 'Cache-Control', 'Location', 'WWW-Authenticate', 'Retry-After', 'ETag'];

/**
 * Holds every response against the OpenAPI document, by a validator that shares nothing with the code that made either:
 * the status must be declared for the operation, the body must match its schema exactly, the promised headers be there.
 */
export class ResponseCheck {
  private readonly schemas: DocumentSchemas;
  private readonly routes: { method: string; path: string; pattern: RegExp; operation: ApiOperation }[];

  private static committed?: ResponseCheck;

  constructor(readonly document: ApiDocument) {
    this.schemas = new DocumentSchemas(document);
    this.routes = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ method, path, pattern: patternOf(path), operation })),
      )
      // /sessions/current goes before /sessions/{sessionId}.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  static againstCommittedDocument(): ResponseCheck {
    this.committed ??= new ResponseCheck(committedDocument());
    return this.committed;
  }

  /** Throws where the response is not what the document promises; `path` is absolute, other paths pass. */
  check(method: string, path: string, reply: Reply): void {
    const plain = path.split('?')[0]!;
    const route = this.routes.find((one) => one.method === method.toLowerCase() && one.pattern.test(plain));
    if (!route) return;
    const { operationId, responses } = route.operation;
    const description = `${operationId} answered ${reply.status} ${reply.text.slice(0, 500)}`;
    const response = responses[String(reply.status)];
    if (!response)
      throw new Error(`${description}\nwhich openapi.json does not name for it (is it current? npm run openapi)`);
    const missing = Object.keys(response.headers ?? {}).filter((name) => PROMISED.includes(name) && !has(reply, name));
    // A 403 asks for a scope only where a scope is what was missing.
    if (reply.status !== 403 && missing.length > 0)
      throw new Error(`${description}\nwithout the header ${missing.join(', ')}`);
    this.checkBody(description, response, reply);
  }

  private checkBody(description: string, { content }: ApiResponse, reply: Reply): void {
    if (!content) {
      if (reply.text !== '') throw new Error(`${description}\nwhich should have no body`);
      return;
    }
    const [mediaType = ''] = (reply.headers.get('content-type') ?? '').split(';');
    const type = content[mediaType] ?? content[mediaType.replace(/\/.*/, '/*')];
    if (!type) throw new Error(`${description}\nas ${mediaType || 'nothing'}, not ${Object.keys(content).join(', ')}`);
    const caching = reply.headers.get('cache-control');
    // A cache would keep a stream of personal data, and one that compresses it would hold it back.
    if (mediaType === 'text/event-stream' && caching !== 'no-store, no-transform')
      throw new Error(`${description}\nas a stream with Cache-Control ${caching ?? 'missing'}`);
    if (mediaType !== 'application/json') return;
    const validate = this.schemas.validator(type.schema);
    if (!validate(reply.body)) {
      throw new Error(`${description}\nwhich does not match its schema: ${this.schemas.errorsOf(validate)}`);
    }
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function has(reply: Reply, header: string): boolean {
  return reply.headers.get(header) !== null;
}
