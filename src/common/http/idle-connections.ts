import { type BeforeApplicationShutdown, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a connection may be idle, in milliseconds. Longer than in reverse proxies (60 seconds in nginx and AWS load balancers), so
 * that the proxy closes it first. Otherwise the service could close it while a request arrives, which would be lost.
 */
const IDLE_MS = 75_000;
const CLOSED_EVERY_MS = 50;

/** Keeps idle connections open for further requests, and closes them when the process shuts down. */
@Injectable()
export class IdleConnections implements BeforeApplicationShutdown, OnApplicationShutdown {
  /** Requests under way, by connection. */
  private readonly open = new Map<Socket, number>();
  private closing?: NodeJS.Timeout;

  constructor(private readonly host: HttpAdapterHost) {}

  /** Call it once, before the server listens. */
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
   * Node closes connections that are idle when the server closes. This method also closes connections that become idle later, and
   * those with a request that was answered before it had arrived completely.
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
