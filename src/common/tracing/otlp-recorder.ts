import type { Attributes, Context, Span as OtelSpan } from '@opentelemetry/api';
import type { SpanFacts, Span, SpanRecorder, SpanRole, SpanStart } from './spans';
import type { TraceContext } from './trace-context';
import { samplerOf } from './sampler';
import { exporterOptions, reportingExporter } from './reporting-exporter';
import type { TracingValues } from './tracing-values';

export interface OtlpRecorder extends SpanRecorder {
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/**
 * Sends spans to a collector by OTLP over HTTP, in batches and in the background. Batches that the collector refuses are dropped.
 * The packages are loaded here, so that a process without tracing does not load them.
 *
 * @param onFailure called for each batch that could not be sent
 */
export async function otlpRecorder(values: TracingValues, onFailure: (error: unknown) => void): Promise<OtlpRecorder> {
  const api = await import('@opentelemetry/api');
  const sdk = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { envDetector, detectResources, resourceFromAttributes } = await import('@opentelemetry/resources');
  const named = resourceFromAttributes({ 'service.name': values.serviceName });
  const provider = new sdk.TracerProvider({
    // Adds OTEL_RESOURCE_ATTRIBUTES.
    resource: detectResources({ detectors: [envDetector] }).merge(named),
    sampler: samplerOf(sdk, values),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reportingExporter(new OTLPTraceExporter(exporterOptions(values)), onFailure),
      }),
    ],
  });
  const tracer = provider.getTracer('parley');
  const { SpanKind, SpanStatusCode, trace, ROOT_CONTEXT, TraceFlags } = api;
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } satisfies Record<
    SpanRole,
    number
  >;

  class OtlpSpan implements Span {
    constructor(readonly otel: OtelSpan) {}

    get trace(): TraceContext {
      const { traceId, spanId, traceFlags, traceState } = this.otel.spanContext();
      const traceparent = `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;
      const state = traceState?.serialize();
      return { traceId, traceparent, ...(state && { tracestate: state }) };
    }

    get isRunning(): boolean {
      return this.otel.isRecording();
    }

    rename(name: string): void {
      this.otel.updateName(name);
    }

    add(facts: SpanFacts): void {
      this.otel.setAttributes(facts);
    }

    end(failure?: string, endedAt?: number): void {
      if (failure) this.otel.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      this.otel.end(endedAt);
    }
  }

  function contextOf(origin: TraceContext | undefined, parent: Span | undefined): Context {
    if (origin) return trace.setSpanContext(ROOT_CONTEXT, remote(origin));
    return parent instanceof OtlpSpan ? trace.setSpan(ROOT_CONTEXT, parent.otel) : ROOT_CONTEXT;
  }

  function remote({ traceId, traceparent, tracestate }: TraceContext) {
    const [, , spanId = '', flags = '00'] = traceparent.split('-');
    const traceState = tracestate === undefined ? undefined : api.createTraceState(tracestate);
    return { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true, traceState };
  }

  return {
    begin: ({ name, role, facts, origin, startedAt }: SpanStart, parent) => {
      const options = { kind: kinds[role], attributes: facts as Attributes, startTime: startedAt };
      return new OtlpSpan(tracer.startSpan(name, options, contextOf(origin, parent)));
    },
    close: () => provider.shutdown(),
  };
}
