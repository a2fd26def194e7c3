import { charsetOfHtml } from './charset-of-html';

describe('the encoding that HTML declares', () => {
  it.each([
    ['<html><head><meta charset="koi8-r">', 'KOI8-R'],
    ['\r\n<meta http-equiv="Content-Type" content="text/html; charset=x-sjis">', 'Shift_JIS'],
    ['<?xml version="1.0" encoding="windows-1251"?><html>', 'windows-1251'],
    ['<html><body>', null],
    ['Write <meta charset="koi8-r"> into the page', null],
    ['', null],
  ])('%j: %s', (text, charset) => expect(charsetOfHtml(Buffer.from(text))).toBe(charset));
});
