import { Injectable } from '@nestjs/common';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSentFile, type SentFile } from '../common/http/sent-file';
import { installationFolder } from '../config/installation';

/** The build writes the console here. */
const FOLDER = join(installationFolder(), 'dist', 'console');

/** The files that the document names. `build` changes with each of them. */
export interface ConsoleManifest {
  build: string;
  script: string;
  style: string;
  /** Chunks that the script imports at once. */
  preload: readonly string[];
}

/** The files of src/console-ui as the build made them, and those of the build before, which open pages still load. */
@Injectable()
export class ConsoleFiles {
  private loadedManifest: ConsoleManifest | null = null;
  private loadedNames: ReadonlySet<string> | null = null;
  private readonly loaded = new Map<string, SentFile>();

  get manifest(): ConsoleManifest {
    this.loadedManifest ??= JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as ConsoleManifest;
    return this.loadedManifest;
  }

  /** Each file is read and compressed at its first request. */
  find(name: string): SentFile | undefined {
    this.loadedNames ??= new Set(readdirSync(join(FOLDER, 'assets')));
    if (!this.loadedNames.has(name)) return undefined;
    let file = this.loaded.get(name);
    if (!file) this.loaded.set(name, (file = readSentFile(join(FOLDER, 'assets', name))));
    return file;
  }
}
