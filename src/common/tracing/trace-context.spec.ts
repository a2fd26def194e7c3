import { assert, property, string } from 'fast-check';
import { traceContext, traceHeaders } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SENT = `00-${TRACE}-${PARENT}-01`;

it.each([SENT, `00-${TRACE}-${PARENT}-00`, `cc-${TRACE}-${PARENT}-01`, `cc-${TRACE}-${PARENT}-01-more`])(
  '%s is continued',
  (traceparent) => expect(traceContext({ traceparent })).toEqual({ traceId: TRACE, traceparent }),
);

it.each([
  '',
  TRACE,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE}-${PARENT}-01-`,
  `cc-${TRACE}-${PARENT}-01more`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${PARENT}-1`,
  `00-${TRACE}-${PARENT}`,
  ` ${SENT}`,
  `${SENT}\n`,
  `${SENT}, ${SENT}`,
  `cc-${TRACE}-${PARENT}-01-${'x'.repeat(300)}`,
])('%j is no traceparent', (traceparent) => expect(traceContext({ traceparent })).toBeUndefined());

it.each(['rojo=00f067aa0ba902b7', 'a=1,b=2', 'a=1 , t@v=2', 'a=1,,b=2', 'a=x y'])(
  'passes on tracestate %j',
  (tracestate) => {
    expect(traceHeaders(traceContext({ traceparent: SENT, tracestate }))).toEqual({ traceparent: SENT, tracestate });
  },
);

it.each([
  '',
  'a',
  'a=',
  'A=1',
  'a=b=c',
  'a=é',
  'a=1\r\nb: 2',
  `a=${'x'.repeat(257)}`,
  'a=1,'.repeat(33),
  'ab=1234,'.repeat(80),
])('leaves out malformed tracestate %#, and continues the trace', (tracestate) => {
  expect(traceHeaders(traceContext({ traceparent: SENT, tracestate }))).toEqual({ traceparent: SENT });
});

it('has no state without a parent', () => {
  expect(traceContext({ tracestate: 'a=1' })).toBeUndefined();
  expect(traceHeaders(undefined)).toEqual({});
});

it('has an id of 32 digits for any input', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 80 }), (odd) => {
      for (const traceparent of [odd, `00-${odd}-${PARENT}-01`, SENT + odd]) {
        expect(traceContext({ traceparent, tracestate: odd })?.traceId ?? TRACE).toMatch(/^[0-9a-f]{32}$/);
      }
    }),
    { seed: 7 },
  );
});
