import { unzipSync } from 'fflate';
import { parser, type Tag } from 'sax';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { DocumentUnreadable } from '../../common/text/document-unreadable';
import { readText } from '../../common/text/read-text';
import { DocumentRefused } from '../document-refused';

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Of the containers that Office wrote before 2007, and writes around a document with a password. */
const OLD_CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Bytes of all parts that are read, unpacked, as the file says; a part that has more is not unpacked further. */
const MOST_UNPACKED = 64 * 1024 * 1024;
const MOST_PARTS = 5_000;
const DEEPEST = 256;
/** Characters that the parser gets at once. */
const PIECE = 65_536;

/** What a file is called in messages: `program` opens it, and saves it as `format`. */
interface Kind {
  readonly program: string;
  readonly format: string;
  /** A part that each such file has. */
  readonly main: string;
}

export type Parts = ReadonlyMap<string, string>;

/** The XML parts of a file of Office Open XML (ECMA-376) that are wanted, by their names. @throws DocumentRefused, DocumentTooLarge */
export function officeParts(bytes: Buffer, { program, format, main }: Kind, wanted: RegExp): Parts {
  if (bytes.subarray(0, OLD_CONTAINER.length).equals(OLD_CONTAINER)) {
    throw new DocumentRefused(
      'unsupported_type',
      `The file is in an old format of ${program}, or protected by a password. Save it as ${format} without one.`,
    );
  }
  const isZip = bytes.subarray(0, ZIP.length).equals(ZIP);
  if (!isZip || !bytes.includes(main)) throw new DocumentRefused('unsupported_type', `The file is no ${format} file.`);
  let unpacked = 0;
  let count = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!wanted.test(name)) return false;
      unpacked += originalSize;
      count += 1;
      if (unpacked > MOST_UNPACKED) throw new DocumentTooLarge(`more than ${MOST_UNPACKED} bytes unpacked`);
      if (count > MOST_PARTS) throw new DocumentTooLarge(`more than ${MOST_PARTS} parts`);
      return true;
    },
  });
  return new Map(Object.entries(files).map(([name, content]) => [name, readText(content, null)]));
}

/**
 * What happens in an XML part; names of elements are without their prefixes, and those of attributes as they are written. `from` and `to`:
 * where the tag stands.
 */
export interface XmlEvents {
  open?(name: string, attributes: Readonly<Record<string, string>>, from: number, to: number): void;
  close?(name: string, from: number, to: number): void;
  text?(text: string): void;
}

/** No entity is resolved but the five of XML itself. @throws DocumentUnreadable */
export function readXml(xml: string | undefined, events: XmlEvents): void {
  if (xml === undefined) return;
  const reader = parser(true, { xmlns: false });
  let depth = 0;
  reader.onerror = () => {
    throw new DocumentUnreadable('A part of the file is not well-formed XML.');
  };
  reader.onopentag = (tag) => {
    depth += 1;
    if (depth > DEEPEST) throw new DocumentUnreadable(`The elements of the file nest deeper than ${DEEPEST} levels.`);
    events.open?.(local(tag.name), (tag as Tag).attributes, reader.startTagPosition - 1, reader.position);
  };
  reader.onclosetag = (name) => {
    depth -= 1;
    events.close?.(local(name), reader.startTagPosition - 1, reader.position);
  };
  reader.ontext = reader.oncdata = (text) => events.text?.(text);
  for (let at = 0; at < xml.length; at += PIECE) reader.write(xml.slice(at, at + PIECE));
  reader.close();
}

/** Where the relations of a part lead to, by their ids. @param folder of the part, which targets are relative to */
export function relationsOf(xml: string | undefined, folder: string): Map<string, string> {
  const found = new Map<string, string>();
  readXml(xml, {
    open: (name, { Id: id = '', Target: target = '' }) => {
      if (name !== 'Relationship') return;
      found.set(id, target.startsWith('/') ? target.slice(1) : `${folder}/${target}`.replace(/[^/]+\/\.\.\//g, ''));
    },
  });
  return found;
}

/** The relation that an element names, by any prefix; empty without one. */
export function relationIn(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
