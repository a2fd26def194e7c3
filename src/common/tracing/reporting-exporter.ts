import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingValues } from './tracing-values';

/** Timeout for each batch, including retries that the collector allows. */
const EXPORT_MS = 5_000;

export function exporterOptions({ endpoint, headers }: TracingValues): object {
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, timeoutMillis: EXPORT_MS };
}

/** Wraps an OpenTelemetry exporter, which does not report failures itself. */
export function reportingExporter(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailure(result.error);
        done(result);
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
