import { isIP } from 'node:net';

// What is wrong with a value, in words that go on after the name of its setting; null where nothing is.

export function publicUrlProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'must be an absolute URL';
  const url = new URL(address);
  if (!['http:', 'https:'].includes(url.protocol)) return 'must begin with http:// or https://';
  return url.search || url.hash || url.username ? 'must have no query, fragment or user' : null;
}

export function modelProblem(name: string): string | null {
  return name.length <= 200 ? null : 'is longer than the 200 characters that an agent’s model may have';
}

export function originProblem(origin: string): string | null {
  return URL.canParse(origin) && new URL(origin).origin === origin
    ? null
    : 'is not an origin such as https://app.example.com';
}

export function addressProblem(entry: string): string | null {
  const [address, bits, more] = entry.split('/');
  const version = isIP(address ?? '');
  const good =
    version > 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
  return good ? null : 'is neither an address nor a CIDR';
}
