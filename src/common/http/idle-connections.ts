import { type BeforeApplicationShutdown, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a connection may be idle, in milliseconds. Longer than in the proxies in front (60 seconds in nginx and in AWS's
 * balancers), so that it is they who close it: what closes first may do so while a request comes in, which is then lost.
 */
const IDLE_MS = 75_000;
const CLOSED_EVERY_MS = 50;

/** Keeps idle connections for the next request, and holds up the end of the process for none. */
@Injectable()
export class IdleConnections implements BeforeApplicationShutdown, OnApplicationShutdown {
  /** Requests under way, by connection. */
  private readonly open = new Map<Socket, number>();
  private closing?: NodeJS.Timeout;

  constructor(private readonly host: HttpAdapterHost) {}

  /** Once, before the server listens. */
  keep(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.keepAliveTimeout = IDLE_MS;
    server.on('connection', (socket) => {
      this.open.set(socket, 0);
      socket.once('close', () => this.open.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  /**
   * Node closes connections that are idle when the server ends. Not those that become so later, as what was under way is
   * answered, and not those whose last request was answered before all of it had come.
   */
  beforeApplicationShutdown(): void {
    this.closing = setInterval(() => this.closeIdle(), CLOSED_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.closing);
  }

  private count(socket: Socket, one: 1 | -1): void {
    const underWay = this.open.get(socket);
    if (underWay !== undefined) this.open.set(socket, underWay + one);
  }

  private closeIdle(): void {
    for (const [socket, underWay] of this.open) if (underWay === 0) socket.destroySoon();
  }
}
