import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { OptionValues } from '../arguments/options.js'
import type { Io } from '../io.js'
import { readPrompt } from './read-prompt.js'

function reading(piped: Uint8Array | string | undefined, values: OptionValues = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: piped === undefined })
  const stderr = new PassThrough({ encoding: 'utf8' })
  if (piped !== undefined) stdin.end(piped)
  const io: Io = { stdin, stdout: new PassThrough(), stderr, env: {}, workingDirectory: '/' }
  return { prompt: readPrompt(values, io), complaints: (): string => stderr.read() ?? '' }
}

test('the text of the command line comes first, then what was piped in', async () => {
  expect(await reading('one\ntwo\n', { prompt: 'Explain' }).prompt).toBe('Explain\n\none\ntwo')
  expect(await reading('only this\n').prompt).toBe('only this')
  expect(await reading('', { query: 'only that' }).prompt).toBe('only that')
})

test('a terminal is never waited for', async () => {
  expect(await reading(undefined, { prompt: 'hello' }).prompt).toBe('hello')
})

test.each([[undefined], [''], ['  \n']])('no prompt (%j on stdin) is a usage error', async (piped) => {
  await expect(reading(piped, { prompt: '' }).prompt).rejects.toThrow('There is no prompt')
})

test('two prompts are one too many', async () => {
  await expect(reading(undefined, { prompt: 'a', query: 'b' }).prompt).rejects.toThrow('give one of them')
})

test('bytes that are no UTF-8 are replaced, and the user is told', async () => {
  const { prompt, complaints } = reading(Buffer.from([0x68, 0x69, 0xff, 0xfe]))
  expect(await prompt).toBe('hi\ufffd\ufffd')
  expect(complaints()).toContain('not all UTF-8')
})

test('characters that are cut between chunks are whole, and ten megabytes come through', async () => {
  const text = '漢'.repeat(3_500_000)
  const { prompt, complaints } = reading(text)
  expect((await prompt) === text).toBe(true)
  expect(complaints()).toBe('')
})
