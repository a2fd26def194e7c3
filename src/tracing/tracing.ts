import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../common/logging/logger';
import { type OtlpRecorder, otlpRecorder } from '../common/tracing/otlp-recorder';
import { recordSpansWith } from '../common/tracing/spans';
import { Settings } from '../config/load-settings';

/** How often a failing export is logged at most. */
const REPORT_EVERY_MS = 60_000;
/** How long the end of the process waits for a collector that does not answer. */
const CLOSE_MS = 2_000;

/**
 * Sends the traces of this process to OTEL_EXPORTER_OTLP_ENDPOINT. Without the setting, OpenTelemetry is not even
 * loaded.
 */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private recorder?: OtlpRecorder;
  private reportedAt = -Infinity;

  constructor(private readonly settings: Settings) {}

  async onModuleInit(): Promise<void> {
    const { values, traceHeaders } = this.settings;
    if (values.OTEL_EXPORTER_OTLP_ENDPOINT === null) return;
    this.recorder = await otlpRecorder(
      {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: traceHeaders,
        serviceName: values.OTEL_SERVICE_NAME,
        sampler: values.OTEL_TRACES_SAMPLER,
        ratio: Number(values.OTEL_TRACES_SAMPLER_ARG),
      },
      (error) => this.report(error),
    );
    recordSpansWith(this.recorder);
  }

  /** Runs after the last request and the last email. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.recorder) return;
    recordSpansWith(null);
    const closed = this.recorder.close().catch((error: unknown) => this.report(error));
    await Promise.race([closed, pause(CLOSE_MS, undefined, { ref: false })]);
  }

  private report(error: unknown): void {
    const now = performance.now();
    if (now - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = now;
    logger.warn({ err: error }, 'traces not sent');
  }
}
