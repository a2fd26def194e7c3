import { canonicalJson } from './canonical-json';

describe('canonicalJson', () => {
  it('sorts the names of every object at any depth, and does not change lists', () => {
    const value = { b: [{ d: 1, c: 2 }, 'x', null], a: { ä: null, z: true, A: 0 } };
    expect(canonicalJson(value)).toBe('{"a":{"A":0,"z":true,"ä":null},"b":[{"c":2,"d":1},"x",null]}');
  });

  it.each([null, 1, 'text', true, []])('leaves %j as it is', (value) => {
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });
});
