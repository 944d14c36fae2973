import { expect, test } from 'vitest'
import { withoutCredentials } from './without-credentials.js'

test.each([
  ['https://ann:pw@host/v1', 'https://host/v1'],
  ['https://ann:p@w@host:8080/v1/', 'https://host:8080/v1/'],
  ['https://token@host', 'https://host'],
  ['https://host/v1?key=secret', 'https://host/v1'],
  [
    'https://host/v1?api-version=2024-02-01&code=secret&deployment=a',
    'https://host/v1?api-version=2024-02-01&deployment=a',
  ],
  ['https://host/v1#secret', 'https://host/v1'],
  ['http://127.0.0.1:1/@me/v1', 'http://127.0.0.1:1/@me/v1'],
  ['https://host/v1', 'https://host/v1'],
  ['What is ann@host?', 'What is ann@host?'],
  ['', ''],
])('%s becomes %s', (url, stored) => {
  expect(withoutCredentials(url)).toBe(stored)
  expect(withoutCredentials(stored)).toBe(stored)
})
