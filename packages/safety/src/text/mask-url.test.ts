import { expect, test } from 'vitest'
import { maskUrl } from './mask-url.js'

test.each([
  ['https://ann:pw@host/v1', 'https://***@host/v1'],
  ['https://ann:p@w@host:8080/v1', 'https://***@host:8080/v1'],
  ['https://token@host', 'https://***@host'],
  ['https://host/v1?key=secret', 'https://host/v1?***'],
  ['https://host/v1#secret', 'https://host/v1#***'],
  ['https://ann:pw@:bad/v1?key=secret#more', 'https://***@:bad/v1?***'],
])('hides the credentials of %s', (url, masked) => {
  expect(maskUrl(url)).toBe(masked)
})

test.each(['https://host/v1', 'http://127.0.0.1:1/@me', 'What is ann@host?', 'see https://host?a=b there'])(
  'leaves %j unchanged',
  (text) => {
    expect(maskUrl(text)).toBe(text)
  },
)
