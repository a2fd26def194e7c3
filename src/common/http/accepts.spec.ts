import { prefersEventStream, prefersHtml } from './accepts';

describe('prefersEventStream', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream',
    'text/event-stream;q=0.1',
    'text/event-stream, application/json;q=0.9',
    'application/json;q=0.5, text/event-stream',
    'text/event-stream, */*;q=0.1',
    'text/event-stream, application/json;q=0',
    'text/event-stream; charset=utf-8 ; q=0.8 , */* ; q=0.7',
    'text/html, text/event-stream',
    '*/*, application/json;q=0.2, text/event-stream;q=0.3',
    'text/event-stream;q=nonsense',
  ])('%s: yes', (accept) => {
    expect(prefersEventStream(accept)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'text/html',
    'text/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'text/event-stream, */*',
    'text/event-stream;q=0.5, application/*;q=0.5',
    'text/event-stream;q=0',
    'text/event-streams',
    ';;;,,=,q=1',
  ])('%s: no', (accept) => {
    expect(prefersEventStream(accept)).toBe(false);
  });
});

describe('prefersHtml', () => {
  it.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'text/html',
    'TEXT/HTML;q=0.5, */*;q=0.1',
  ])('%s: yes', (accept) => {
    expect(prefersHtml(accept)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html, */*',
    'application/json, text/html',
    'text/html;q=0, */*',
    'application/xhtml+xml',
  ])('%s: no', (accept) => {
    expect(prefersHtml(accept)).toBe(false);
  });
});
