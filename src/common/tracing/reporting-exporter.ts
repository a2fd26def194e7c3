import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingValues } from './tracing-values';

/** For each batch; it is sent again meanwhile, where the collector says that it may be. */
const EXPORT_MS = 5_000;

export function exporterOptions({ endpoint, headers }: TracingValues): object {
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, timeoutMillis: EXPORT_MS };
}

/** An exporter of OpenTelemetry, which tells nobody by itself that it fails. */
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
