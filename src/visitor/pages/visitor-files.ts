import { Injectable } from '@nestjs/common';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationFolder } from '../../config/installation';
import { readSentFile, type SentFile } from '../../common/http/sent-file';

/** Where the build puts what visitors' browsers load. */
const FOLDER = join(installationFolder(), 'dist', 'visitor');

/** Of the home screen of members. */
const ICONS = ['icon-192.png', 'icon-512.png'];

/** A text, or one for each plural form. */
export type VisitorWords = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Loaded {
  widget: SentFile;
  assets: ReadonlyMap<string, SentFile>;
  names: { app: string; style: string; preview: string; devices: string; 'devices-style': string };
  words: Readonly<Record<string, VisitorWords>>;
  recovery: SentFile;
  deviceWords: Readonly<Record<string, VisitorWords>>;
  worker: SentFile;
  icons: ReadonlyMap<string, SentFile>;
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

  /** Of the page for members' devices. */
  deviceWords(dictionary: string): VisitorWords {
    return this.files.deviceWords[dictionary]!;
  }

  get worker(): Loaded['worker'] {
    return this.files.worker;
  }

  icon(name: string): SentFile | undefined {
    return this.files.icons.get(name);
  }

  /** Also of the build before this one. */
  find(name: string): SentFile | undefined {
    return this.files.assets.get(name);
  }

  /**
   * For a file of a build that this process knows nothing of, while processes of two builds answer side by side. The script asks
   * for its document again; the style of this build is near enough until it has come. Never to be kept.
   */
  substitute(name: string): SentFile | undefined {
    if (/^(app|devices)-\w{12}\.js$/.test(name)) return this.files.recovery;
    const style = /^(style|devices-style)-\w{12}\.css$/.exec(name)?.[1] as 'style' | 'devices-style' | undefined;
    return style && this.find(this.names[style]);
  }

  private get files(): Loaded {
    this.loaded ??= load();
    return this.loaded;
  }
}

function load(): Loaded {
  const read = (name: string): SentFile => readSentFile(join(FOLDER, name));
  const assets = readdirSync(join(FOLDER, 'assets'));
  return {
    widget: read('widget.js'),
    worker: read('sw.js'),
    icons: new Map(ICONS.map((name) => [name, read(name)])),
    assets: new Map(assets.map((name) => [name, read(join('assets', name))])),
    recovery: read('recovery.js'),
    names: json('manifest.json') as Loaded['names'],
    words: json('words.json') as Loaded['words'],
    deviceWords: json('device-words.json') as Loaded['words'],
  };
}

function json(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}
