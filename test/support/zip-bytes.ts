import { constants, deflateRawSync } from 'node:zlib';

export const MEBIBYTE = Buffer.alloc(1_048_576, ' ');
const DEFLATED = 8;

/** So many mebibytes of spaces in a kibibyte each (RFC 1951): a block that ends with a byte can be repeated. */
export function packedSpaces(mebibytes: number): Buffer {
  const block = deflateRawSync(MEBIBYTE, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: mebibytes }, () => block), deflateRawSync(Buffer.alloc(0))]);
}

/** What an entry of a ZIP file is, and how long it says that it is when it is unpacked. */
interface Entry {
  packed: Buffer;
  size: number;
}

export function zipOf(entries: Readonly<Record<string, Entry>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, { packed, size }] of Object.entries(entries)) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name));
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed);
    at += 4 + common.length + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}

export function packed(text: string): Entry {
  return { packed: deflateRawSync(text), size: Buffer.byteLength(text) };
}

/** A DOCX with a document part of a test's own, and other parts. */
export function docxOf(document: Entry, others: Readonly<Record<string, Entry>> = {}): Buffer {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override
    PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r"
    Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
  return zipOf({
    '[Content_Types].xml': packed(types),
    '_rels/.rels': packed(relations),
    'word/document.xml': document,
    ...others,
  });
}
