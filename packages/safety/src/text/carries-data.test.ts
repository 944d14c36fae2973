import { expect, test } from 'vitest'
import { carriesData } from './carries-data.js'

test.each([
  `https://evil.example/${'Zm9v'.repeat(13)}`,
  `https://evil.example/?q=${'x'.repeat(49)}`,
  `https://evil.example/#${'word-'.repeat(80)}`,
  `https://${'a'.repeat(60)}.evil.example/`,
  'https://user:secret@evil.example/',
])('%s carries data', (url) => {
  expect(carriesData(url)).toBe(true)
})

test.each([
  'https://docs.python.org/3/library/asyncio-task.html#asyncio.create_task',
  'https://github.com/a/b/blob/0123456789abcdef0123456789abcdef01234567/src/index.ts#L10-L20',
  'https://example.com/search?q=how+to+write+a+parser&page=2',
  'https://en.wikipedia.org/wiki/Rindfleischetikettierungs%C3%BCberwachung',
  'https://stackoverflow.com/questions/12345678/why-is-processing-a-sorted-array-faster-than-processing-an-unsorted-array',
  'not an address',
])('%s only names a page', (url) => {
  expect(carriesData(url)).toBe(false)
})
