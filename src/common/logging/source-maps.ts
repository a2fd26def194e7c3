/**
 * Makes stacks name TypeScript files and lines. Import it first in a program.
 *
 * Node's own `setSourceMapsEnabled` reads the map of each file that is loaded, which takes a tenth of a start and 26 MB. Here,
 * a map is read when a stack needs it.
 */
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';

/** By file; null is a file without a map that can be read. */
const maps = new Map<string, SourceMap | null>();

Error.prepareStackTrace = (error, frames) => [headline(error), ...frames.map(describeFrame)].join('\n    at ');

/** As Node writes it, with the code of its own errors. An error that cannot be described must not hide where it was thrown. */
function headline(error: Error & { code?: unknown }): string {
  try {
    const text = Error.prototype.toString.call(error);
    const { name, code } = error;
    const isOfNode = typeof code === 'string' && code.startsWith('ERR_') && text.startsWith(`${name}: `);
    return isOfNode ? `${name} [${code}]${text.slice(name.length)}` : text;
  } catch {
    return '<error>';
  }
}

function describeFrame(frame: NodeJS.CallSite): string {
  try {
    return describeOrigin(frame);
  } catch {
    return String(frame);
  }
}

/** Throws for a map that is no map. */
function describeOrigin(frame: NodeJS.CallSite): string {
  const file = frame.getFileName();
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  if (!file || !line || !column || file.includes('/node_modules/')) return String(frame);
  const origin = mapOf(file)?.findOrigin(line, column);
  if (!origin || !('fileName' in origin)) return String(frame);
  const source = `${resolve(dirname(file), origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
  return String(frame).replace(`${file}:${line}:${column}`, () => source);
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) maps.set(file, (map = readMap(file)));
  return map;
}

/** Throws if the file cannot be read for another reason than that there is none, so that the next stack tries again. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch (error) {
    const { code = 'ENOENT' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    return null;
  }
}
