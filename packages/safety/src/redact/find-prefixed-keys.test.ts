import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './create-redactor.js'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const lines = privateKey.trim().split('\n')
const secrets = lines.slice(1, -1)
const redact = (text: string) => createRedactor().redact(text)

describe('masks a private key whose lines have', () => {
  test.each<[string, (line: string, index: number) => string]>([
    ['numbers of grep -n', (line, index) => `${index + 1}:${line}`],
    ['files and numbers', (line, index) => `home/keys/id_rsa:${index + 1}:${line}`],
    [
      'files and numbers around a match',
      (line, index) => `id_rsa${index === 0 ? ':' : '-'}${index + 1}${index === 0 ? ':' : '-'}${line}`,
    ],
    ['files', (line) => `/etc/ssl/key.pem:${line}`],
    ['numbers and bars', (line, index) => `${String(index + 1).padStart(4)}| ${line}`],
    ['numbers of cat -n', (line, index) => `${String(index + 1).padStart(6)}\t${line}`],
    ['times', (line, index) => `2026-01-02T03:04:${String(index).padStart(2, '0')}.120Z ${line}`],
    ['times and a source', (line, index) => `Jan  2 03:04:${index} host app[12]: ${line}`],
    ['dollars of cat -A', (line) => `${line}$`],
    ['a quotation', (line) => `> ${line}`],
  ])('%s', (_, print) => {
    const text = redact(['before', ...lines.map(print), 'after the key'].join('\n'))
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('before\n')
    expect(text).toContain('after the key')
  })
})

test('masks a key that is encoded together with its first line, but not a public key', () => {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  expect(redact(`key: ${encode(privateKey)}`)).not.toContain(encode(privateKey).slice(60, 120))
  const wrapped = encode(privateKey).replace(/.{76}/g, '$&\n')
  for (const line of wrapped.trim().split('\n')) expect(redact(wrapped)).not.toContain(line)
  const shown = `certificate: ${encode(publicKey)}`
  expect(redact(shown)).toBe(shown)
})

test.each([
  'notes.md:3:A key begins with -----BEGIN PRIVATE KEY-----\nnotes.md:4:and ends with -----END PRIVATE KEY-----',
  'const start = "-----BEGIN PRIVATE KEY-----"\nconst other = 5\nreturn start',
  '1:-----BEGIN PRIVATE KEY-----\n2:...\n3:-----END PRIVATE KEY-----',
])('keeps a text about keys: %j', (text) => expect(redact(text)).toBe(text))
