import { canonicalJson } from './canonical-json';

describe('canonicalJson', () => {
  it('sorts the names of every object at any depth, and does not change lists', () => {
    const value = { b: [{ d: 1, c: 2 }, 'x', null], a: { ä: null, z: true, A: 0 } };
    expect(canonicalJson(value)).toBe('{"a":{"A":0,"z":true,"ä":null},"b":[{"c":2,"d":1},"x",null]}');
  });

  it('sorts names of digits as texts, not as numbers', () => {
    expect(canonicalJson({ 9: 1, 10: 2, a: 3 })).toBe('{"10":2,"9":1,"a":3}');
  });

  it.each([null, 1, 'text', true, []])('leaves %j as it is', (value) => {
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });
});
