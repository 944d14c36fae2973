import { expect, test } from 'vitest'
import { decodeText } from './decode-text.js'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['UTF-8 without a word', Buffer.from('naïve 漢字'), undefined, 'naïve 漢字'],
  ['windows-1252 without a word', latin1('na\xefve \x93quoted\x94'), undefined, 'naïve “quoted”'],
  ['the header', Buffer.from([0x82, 0xb1, 0x82, 0xf1]), 'Shift_JIS', 'こん'],
  ['the page', latin1('<meta charset="iso-8859-2"><p>\xb1'), undefined, '<meta charset="iso-8859-2"><p>ą'],
  [
    'the page, the older way',
    latin1('<meta http-equiv=Content-Type content="text/html; charset=koi8-r">\xc1'),
    undefined,
    '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">а',
  ],
  [
    'XML',
    latin1('<?xml version="1.0" encoding="windows-1251"?>\xe0'),
    undefined,
    '<?xml version="1.0" encoding="windows-1251"?>а',
  ],
  ['a byte order mark that contradicts the header', Buffer.from('\ufeffhé'), 'latin1', 'hé'],
  ['UTF-16 by its byte order mark', Buffer.from('\ufeffhé', 'utf16le'), undefined, 'hé'],
  ['an unknown label', Buffer.from('hé'), 'x-unknown', 'hé'],
  ['a truncated character', Buffer.from('né').subarray(0, 2), undefined, 'n'],
  ['a page that declares UTF-16 in ASCII', Buffer.from('<meta charset=utf-16>é'), undefined, '<meta charset=utf-16>é'],
])('%s', (_, bytes, charset, expected) => {
  expect(decodeText(bytes, charset)).toBe(expected)
})
