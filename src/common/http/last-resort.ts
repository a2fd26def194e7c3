import { Injectable, NotFoundException, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { ErrorFilter } from './error.filter';

/**
 * Nest answers unknown paths and unreadable requests below the API's prefix only; everywhere else Express would answer
 * with a page of its own. Registered last, so that it gets what no route has taken.
 */
@Injectable()
export class LastResort implements OnApplicationBootstrap {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly filter: ErrorFilter,
  ) {}

  onApplicationBootstrap(): void {
    const { httpAdapter } = this.adapter;
    httpAdapter.use((request: Request, response: Response) => {
      this.filter.respond(new NotFoundException(), request, response);
    });
    // Express knows a handler of errors by its four parameters.
    httpAdapter.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
      this.filter.respond(error, request, response);
    });
  }
}
