import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readSecret } from './read-secret.js'

function reading(isTTY: boolean) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined })
  const stderr = new PassThrough({ encoding: 'utf8' })
  return { stdin, shown: (): string => stderr.read() ?? '', secret: readSecret({ stdin, stderr }, 'Key: ') }
}

test('hides typed text on a terminal', async () => {
  const { stdin, shown, secret } = reading(true)
  stdin.write('sk-secret\n')
  expect(await secret).toBe('sk-secret')
  expect(shown()).toBe('Key: \n')
})

test('reads a pipe to its end without a prompt', async () => {
  const { stdin, shown, secret } = reading(false)
  stdin.end('  sk-secret \r\n')
  expect(await secret).toBe('sk-secret')
  expect(shown()).toBe('')
})

test('returns undefined when the user leaves', async () => {
  const { stdin, secret } = reading(true)
  stdin.end()
  expect(await secret).toBeUndefined()
})

test.each(['', '\n', 'two keys', 'sk-\u00e9', 'one\ntwo\n'])('rejects %j as a key', async (text) => {
  const { stdin, secret } = reading(false)
  stdin.end(text)
  await expect(secret).rejects.toThrow(/no key|invalid characters/)
})
