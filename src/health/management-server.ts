import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asDomainError, bodyOf, logFailure } from '../common/http/error-body';
import { listenProblem } from '../common/http/listen-problem';
import { logger } from '../common/logging/logger';
import { Settings } from '../config/load-settings';
import { MetricsService } from '../metrics/metrics.service';
import { Liveness } from './liveness';
import { Readiness } from './readiness';

/**
 * Serves the health and the metrics of this process on a port of its own, MANAGEMENT_PORT: for an orchestrator that
 * must
 * reach a worker, which has no API, and for checks that must not be reachable from outside. Answers until the process
 * has
 * finished its work in progress.
 */
@Injectable()
export class ManagementServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server?: Server;

  constructor(
    private readonly settings: Settings,
    private readonly liveness: Liveness,
    private readonly readiness: Readiness,
    private readonly metrics: MetricsService,
  ) {}

  /** @throws CannotStart if the port cannot be opened */
  async onApplicationBootstrap(): Promise<void> {
    const { HOST, MANAGEMENT_PORT } = this.settings.values;
    if (MANAGEMENT_PORT === null) return;
    this.metrics.begin();
    this.server = createServer(this.routes());
    this.server.listen(MANAGEMENT_PORT, HOST);
    try {
      await once(this.server, 'listening');
    } catch (error) {
      throw listenProblem(error, { HOST, PORT: MANAGEMENT_PORT }, 'MANAGEMENT_PORT') ?? error;
    }
    logger.info({ port: this.port }, 'management ready');
  }

  /** The open port. Differs from the setting if the setting is 0. */
  get port(): number {
    return (this.server?.address() as AddressInfo | undefined)?.port ?? 0;
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private routes(): express.Express {
    const app = express();
    app.disable('x-powered-by');
    app.get('/health/live', (_request, response) => {
      this.liveness.check();
      response.json({ status: 'live' });
    });
    app.get('/health/ready', async (_request, response) => {
      await this.readiness.check();
      response.json({ status: 'ready' });
    });
    app.get('/metrics', async (_request, response) => {
      response.type(this.metrics.contentType).send(await this.metrics.text());
    });
    app.use(refuse);
    return app;
  }
}

/**
 * Answers as the API does. Logs nothing if the process is not ready or stuck. Express finds error handlers by their
 * four parameters.
 */
function refuse(thrown: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const error = asDomainError(thrown);
  if (error.code === 'internal_error') logFailure(error);
  response.status(error.status).json(bodyOf(error));
}
