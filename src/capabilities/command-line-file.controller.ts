import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { RateLimiter } from '../common/rate-limit/rate-limiter';
import { OutsideApi } from '../common/registry/operation.route';
import { limitedAddress } from '../common/request/client-address';
import { currentRequest } from '../common/request/request-context';
import { Settings } from '../config/load-settings';
import { CommandLineFileService } from './command-line-file.service';

const FILE = 'parley.cjs';
const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Content-Disposition': `attachment; filename=${FILE}`,
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

/** The command line as one file, so that a machine needs only the address of the service to install it. */
@ApiExcludeController()
@Controller()
export class CommandLineFileController {
  constructor(
    private readonly commandLine: CommandLineFileService,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** The rate limit of the capabilities listing, counted separately. */
  @Get(FILE)
  @OutsideApi('a program: public, the same for all callers, limited per address')
  async file(@Res() response: Response): Promise<void> {
    const key = `command-line:${limitedAddress(currentRequest().address)}`;
    const name = 'LIMIT_CAPABILITIES_PER_ADDRESS';
    const max = this.settings.values[name];
    await this.limiter.consumeWherePossible({ name, key, max, windowSeconds: 60 });
    return send(response, await this.commandLine.requireFolder(FILE));
  }
}

function send(response: Response, root: string): Promise<void> {
  const options = { root, headers: HEADERS, cacheControl: false, acceptRanges: false, lastModified: false };
  return new Promise((resolve, reject) => {
    response.sendFile(FILE, options, (error) => {
      // A client that has left needs no error.
      if (error && !response.headersSent && !response.destroyed) reject(error);
      else resolve();
    });
  });
}
