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

/** As Node writes it: an error that cannot be described must not hide where it was thrown. */
function headline(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

function describeFrame(frame: NodeJS.CallSite): string {
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

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
