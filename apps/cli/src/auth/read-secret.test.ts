import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readSecret } from './read-secret.js'

function reading(isTTY: boolean) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const stderr = new PassThrough({ encoding: 'utf8' })
  return { stdin, shown: (): string => stderr.read() ?? '', secret: readSecret({ stdin, stderr }, 'Key: ') }
}

test('a terminal does not show what is typed', async () => {
  const { stdin, shown, secret } = reading(true)
  stdin.write('sk-secret\n')
  expect(await secret).toBe('sk-secret')
  expect(shown()).toBe('Key: \n')
})

test('a pipe is read to its end, and nothing is asked', async () => {
  const { stdin, shown, secret } = reading(false)
  stdin.end('  sk-secret \r\n')
  expect(await secret).toBe('sk-secret')
  expect(shown()).toBe('')
})

test('who leaves gives none', async () => {
  const { stdin, secret } = reading(true)
  stdin.end()
  expect(await secret).toBeUndefined()
})

test.each(['', '\n', 'two keys', 'sk-\u00e9', 'one\ntwo\n'])('%j is no key', async (text) => {
  const { stdin, secret } = reading(false)
  stdin.end(text)
  await expect(secret).rejects.toThrow(/no key/)
})
