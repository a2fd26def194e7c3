import { Injectable } from '@nestjs/common';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { NotFound } from '../common/errors/domain-error';
import { installationFolder } from '../config/installation';

/** Created by the build. Missing in a checkout that was never built. */
const FOLDER = join(installationFolder(), 'dist');

/** Locates the command line as one file. */
@Injectable()
export class CommandLineFileService {
  /** The folder of `file`. @throws NotFound 404 if the file does not exist there */
  async requireFolder(file: string): Promise<string> {
    const isThere = await access(join(FOLDER, file)).then(
      () => true,
      () => false,
    );
    if (!isThere) throw new NotFound();
    return FOLDER;
  }
}
