import { attribute } from './script-tag';

const ADDRESS = 'https://chat.example/widget.js';
const tag = (src: string, dataset: Record<string, string> = {}) => ({ src, dataset }) as unknown as HTMLScriptElement;

describe('an attribute of the script tag', () => {
  it.each([
    ['of the tag', tag(ADDRESS, { agent: 'a' }), 'a'],
    ['of the address', tag(`${ADDRESS}?agent=a`), 'a'],
    ['of the address, among parameters of others', tag(`${ADDRESS}?v=1&agent=a&ver=6.8.1#x`), 'a'],
    ['of the tag before that of the address', tag(`${ADDRESS}?agent=b`, { agent: 'a' }), 'a'],
    ['of the address if the tag has an empty one', tag(`${ADDRESS}?agent=a`, { agent: '' }), 'a'],
    ['of neither', tag(`${ADDRESS}?agents=a`, { locale: 'de' }), null],
  ])('%s', (_, element, expected) => expect(attribute(element, 'agent')).toBe(expected));

  it('may have no value', () => {
    expect(attribute(tag(ADDRESS, { hidden: '' }), 'hidden')).toBe('');
    expect(attribute(tag(`${ADDRESS}?hidden`), 'hidden')).toBe('');
    expect(attribute(tag(`${ADDRESS}?hidden=false`), 'hidden')).toBe('false');
    expect(attribute(tag(ADDRESS), 'hidden')).toBeNull();
  });
});
