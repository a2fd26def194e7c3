import { Injectable, NotFoundException, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { ErrorFilter } from './error.filter';

/**
 * Handles unknown paths and unreadable requests outside of the API's prefix, for which Express would send its own page. Nest only
 * handles those below the prefix. Registered last, after all routes.
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
    // Express recognizes an error handler by its four parameters.
    httpAdapter.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
      this.filter.respond(error, request, response);
    });
  }
}
