import { expectLinear } from '../../../../../test/support/growth';
import { mailParts } from '../mail-parts';
import { cmsKind, signedContent } from './cms-content';
import { openedSignatures, sealedNote } from './sealed-parts';

/** A value of DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(5);
  length.writeUInt8(0x84);
  length.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.of(tag), length, content]);
}

const endless = (tag: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(tag, 0x80), ...parts, Buffer.alloc(2)]);
const type = (last: number): Buffer => der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, last]));

/** As openssl smime writes it, and as it writes it while it reads. */
function signed(text: string, isStream = false): Buffer {
  const value = isStream ? endless : der;
  const pieces = [text.slice(0, 20), text.slice(20)].map((piece) => der(0x04, Buffer.from(piece)));
  const content = isStream ? value(0x24, ...pieces) : der(0x04, Buffer.from(text));
  const info = value(0x30, type(1), value(0xa0, content));
  const data = value(0x30, der(0x02, Buffer.of(1)), der(0x31), info, der(0x31));
  return value(0x30, type(2), value(0xa0, data));
}

const ENVELOPED = der(0x30, type(3), der(0xa0, der(0x30, Buffer.from('secret'))));
const ENTITY =
  'Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n--i\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\na,b\r\n--i--\r\n';

async function read(bytes: Buffer, mediaType = 'application/pkcs7-mime') {
  const head = `From: a@b.c\r\nContent-Type: ${mediaType}; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
  const { texts, email } = await openedSignatures(await mailParts(Buffer.from(head + bytes.toString('base64'))));
  return {
    text: texts.map(({ plain }) => plain?.trim()),
    files: email.attachments.map(({ filename }) => filename),
    note: sealedNote(email.attachments),
  };
}

describe('an opaque signature of S/MIME', () => {
  it.each([
    ['of known length', signed(ENTITY), 'application/pkcs7-mime'],
    ['in pieces of unknown length', signed(ENTITY, true), 'application/x-pkcs7-mime'],
    [
      'within another one',
      signed(
        `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${signed(ENTITY).toString('base64')}`,
      ),
      'application/pkcs7-mime',
    ],
  ])('%s is replaced by its content', async (_how, bytes, mediaType) => {
    expect(await read(bytes, mediaType)).toEqual({ text: ['Grüße'], files: ['a.csv'], note: null });
  });

  it('encloses a text without headers', async () => {
    expect(await read(signed('Where is my parcel?'))).toMatchObject({ text: ['Where is my parcel?'], files: [] });
  });

  it('stays a file where it is broken, or of many signatures', async () => {
    expect(await read(signed(ENTITY).subarray(0, 60))).toMatchObject({ text: [], files: ['smime.p7m'] });
    let nested = ENTITY;
    for (let n = 0; n < 5; n += 1) {
      nested = `Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${signed(nested).toString('base64')}`;
    }
    expect(await read(signed(nested))).toMatchObject({ text: [], files: ['smime.p7m'] });
  });

  it('is read in linear time, and never deep', () => {
    expectLinear((size) => signedContent(signed('x'.repeat(size), true)));
    const deep = Buffer.concat(Array<Buffer>(50_000).fill(Buffer.of(0x24, 0x80)));
    const info = Buffer.concat([type(1), Buffer.of(0xa0, 0x80), deep]);
    const data = Buffer.concat([
      Buffer.of(0x30, 0x80),
      der(0x02, Buffer.of(1)),
      der(0x31),
      Buffer.of(0x30, 0x80),
      info,
    ]);
    expect(signedContent(Buffer.concat([Buffer.of(0x30, 0x80), type(2), Buffer.of(0xa0, 0x80), data]))).toBeNull();
    expect(cmsKind(Buffer.from('this is no CMS'))).toBeNull();
  });
});

describe('an encrypted email', () => {
  it('has a note that names its file', async () => {
    const { files, note } = await read(ENVELOPED);
    expect([files, note]).toEqual([
      ['smime.p7m'],
      '[This email is encrypted with S/MIME and cannot be read here. Its content is in the file smime.p7m.]',
    ]);
  });

  it('has one for PGP/MIME', async () => {
    const parts =
      '--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\nContent-Type: application/octet-stream; name="encrypted.asc"\r\n\r\nx\r\n--b--';
    const { email } = await mailParts(Buffer.from(`Content-Type: multipart/encrypted; boundary=b\r\n\r\n${parts}`));
    expect(sealedNote(email.attachments)).toContain(
      'encrypted with PGP and cannot be read here. Its content is in the file encrypted.asc',
    );
  });
});
