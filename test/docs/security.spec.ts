import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { base62 } from '../../src/common/secrets/base62';
import { hashSecret, issueSecret, SECRET_PREFIXES, secretPrefix } from '../../src/common/secrets/token';

const page = readFileSync('SECURITY.md', 'utf8');

/** A line of the worked example: its name, then its value up to the end or to two spaces. */
function line(name: string): string {
  const [, value] = new RegExp(`^${name} {2,}(.+?)(?: {2}.*)?$`, 'm').exec(page) ?? [];
  if (value === undefined) throw new Error(`SECURITY.md has no line ${name}`);
  return value;
}

describe('SECURITY.md', () => {
  it('gives scanners expressions that find every secret', () => {
    const expressions = page.match(/^c\S{1,8}_\[0-9A-Za-z\]\{49\}$/gm) ?? [];
    expect(expressions).toContain('c[aktsmv]_[0-9A-Za-z]{49}');
    for (const prefix of SECRET_PREFIXES) {
      const secret = issueSecret(prefix);
      const finding = expressions.filter((expression) => new RegExp(`^${expression}$`).test(secret));
      expect(finding).toEqual(['c[aktsmv]_[0-9A-Za-z]{49}', `${prefix}[0-9A-Za-z]{49}`]);
    }
  });

  it('names every prefix with its meaning', () => {
    expect([...page.matchAll(/^\| `(c._)`/gm)].map(([, prefix]) => prefix)).toEqual(SECRET_PREFIXES);
  });

  it('has a worked example that the code agrees with', () => {
    const body = base62(BigInt(`0x${line('random bytes')}`), 43);
    expect(line('body')).toBe(body);
    const [, text = '', sum] = /^crc32\("(.+)"\) = (\d+)$/.exec(line('CRC-32')) ?? [];
    expect(crc32(text)).toBe(Number(sum));
    expect(line('checksum')).toBe(base62(BigInt(sum ?? 0), 6));
    expect(line('secret')).toBe(text + line('checksum'));
    expect(secretPrefix(line('secret'))).toBe('ck_');
    expect(hashSecret(line('secret')).toString('hex')).toBe(line('stored'));
  });
});
