import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolder } from '../../config/installation';

/** Where the build puts what visitors' browsers load. */
const FOLDER = join(installationFolder(), 'dist', 'visitor');

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

export interface VisitorFile {
  type: string;
  content: Buffer;
}

/** A text, or one for each plural form. */
export type VisitorWords = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Loaded {
  widget: VisitorFile & { etag: string };
  assets: ReadonlyMap<string, VisitorFile>;
  names: { app: string; style: string };
  words: Readonly<Record<string, VisitorWords>>;
}

/** The files of src/visitor-ui as they were built: small, so they are kept in memory from the first request on. */
@Injectable()
export class VisitorFiles {
  private loaded: Loaded | null = null;

  get widget(): Loaded['widget'] {
    return this.files.widget;
  }

  /** What the documents of this build name. */
  get names(): Loaded['names'] {
    return this.files.names;
  }

  get languages(): string[] {
    return Object.keys(this.files.words);
  }

  words(dictionary: string): VisitorWords {
    return this.files.words[dictionary]!;
  }

  /** Also of the build before this one. */
  find(name: string): VisitorFile | undefined {
    return this.files.assets.get(name);
  }

  private get files(): Loaded {
    this.loaded ??= load();
    return this.loaded;
  }
}

function load(): Loaded {
  const content = readFileSync(join(FOLDER, 'widget.js'));
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const assets = readdirSync(join(FOLDER, 'assets')).map((name) => {
    const type = TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream';
    return [name, { type, content: readFileSync(join(FOLDER, 'assets', name)) }] as const;
  });
  return {
    widget: { type: TYPES['js']!, content, etag },
    assets: new Map(assets),
    names: json('manifest.json') as Loaded['names'],
    words: json('words.json') as Loaded['words'],
  };
}

function json(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}
