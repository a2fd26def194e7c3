import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '../common/logging/logger';
import { type OtlpRecorder, otlpRecorder } from '../common/tracing/otlp-recorder';
import { recordSpansWith } from '../common/tracing/spans';
import { Settings } from '../config/load-settings';

/** A collector that is away is told of once in so long. */
const TELL_EVERY_MS = 60_000;
/** What a collector that does not answer may cost the end of a process. */
const CLOSE_MS = 2_000;

/** Sends traces of this process where OTEL_EXPORTER_OTLP_ENDPOINT says. Without it, nothing of OpenTelemetry is even loaded. */
@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  private recorder?: OtlpRecorder;
  private toldAt = -Infinity;

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
      (error) => this.tell(error),
    );
    recordSpansWith(this.recorder);
  }

  /** After the last request and the last mail. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.recorder) return;
    recordSpansWith(null);
    const closed = this.recorder.close().catch((error: unknown) => this.tell(error));
    await Promise.race([closed, pause(CLOSE_MS, undefined, { ref: false })]);
  }

  private tell(error: unknown): void {
    const now = performance.now();
    if (now - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = now;
    logger.warn({ err: error }, 'traces not sent');
  }
}
