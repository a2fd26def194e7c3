import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { NotFound } from '../common/errors/domain-error';
import { OutsideApi } from '../common/operations/operation.route';

/** Beside what the sources are compiled to; not there where they run as they are. */
const FOLDERS = [join(__dirname, '..', '..'), join(__dirname, '..', '..', 'dist')];
const FILE = 'parley.cjs';

/** The command line as one file, so that a machine which knows nothing but the address can have it. */
@ApiExcludeController()
@Controller()
export class CommandLineFileController {
  @Get(FILE)
  @OutsideApi('a program: public, the same for everybody')
  async file(@Res() response: Response): Promise<void> {
    for (const folder of FOLDERS) {
      const present = await access(join(folder, FILE)).then(
        () => true,
        () => false,
      );
      if (present) return this.send(folder, response);
    }
    throw new NotFound();
  }

  private send(root: string, response: Response): Promise<void> {
    response.attachment(FILE);
    return new Promise((resolve, reject) => {
      response.sendFile(FILE, { root, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }, (error) => {
        // Whoever left has no use for an error.
        if (error && !response.headersSent) reject(error);
        else resolve();
      });
    });
  }
}
