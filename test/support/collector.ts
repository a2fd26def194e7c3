import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** As in OTLP: 1 internal, 2 server, 3 client. */
  kind: number;
  facts: Record<string, unknown>;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpTraces {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'facts'> & { attributes: OtlpAttribute[] })[] }[];
  }[];
}

/** Takes traces by OTLP over HTTP, as an OpenTelemetry collector does. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** Of the last batch. */
  resource: Record<string, unknown> = {};
  authorization: string | undefined;
  raw = '';
  /** Answers in place of the collector, where it is set. */
  misbehave: ((response: ServerResponse) => void) | null = null;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.take(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Of a trace, in which they have begun. */
  of(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.misbehave) return this.misbehave(response);
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    this.raw += body;
    this.authorization = request.headers.authorization;
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpTraces).resourceSpans) {
      this.resource = factsOf(resource.attributes);
      for (const { attributes, ...span } of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ ...span, facts: factsOf(attributes) });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }
}

function factsOf(attributes: readonly OtlpAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
