import { PassThrough } from 'node:stream'
import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import type { OptionValues } from '../arguments/options/options.js'
import type { Io } from '../io.js'
import { readPrompt } from './read-prompt.js'

function reading(piped: Uint8Array | string | undefined, values: OptionValues = {}) {
  const stdin = Object.assign(new PassThrough(), { isTTY: piped === undefined })
  const stderr = new PassThrough({ encoding: 'utf8' })
  if (piped !== undefined) stdin.end(piped)
  const io: Io = { stdin, stdout: new PassThrough(), stderr, env: {}, workingDirectory: '/', t: english }
  return { prompt: readPrompt(values, io), complaints: (): string => stderr.read() ?? '' }
}

test('joins the text of the command line and the piped input', async () => {
  expect(await reading('one\ntwo\n', { prompt: 'Explain' }).prompt).toBe('Explain\n\none\ntwo')
  expect(await reading('only this\n').prompt).toBe('only this')
  expect(await reading('', { query: 'only that' }).prompt).toBe('only that')
})

test('does not wait for input from a terminal', async () => {
  expect(await reading(undefined, { prompt: 'hello' }).prompt).toBe('hello')
})

test.each([[undefined], [''], ['  \n']])('rejects a missing prompt (%j on stdin)', async (piped) => {
  await expect(reading(piped, { prompt: '' }).prompt).rejects.toThrow('There is no prompt')
})

test('rejects two prompts', async () => {
  await expect(reading(undefined, { prompt: 'a', query: 'b' }).prompt).rejects.toThrow('use one of them')
})

test('replaces invalid UTF-8 and warns the user', async () => {
  const { prompt, complaints } = reading(Buffer.from([0x68, 0x69, 0xff, 0xfe]))
  expect(await prompt).toBe('hi\ufffd\ufffd')
  expect(complaints()).toContain('invalid UTF-8')
})

test('joins characters split between chunks, and reads ten megabytes', async () => {
  const text = '漢'.repeat(3_500_000)
  const { prompt, complaints } = reading(text)
  expect((await prompt) === text).toBe(true)
  expect(complaints()).toBe('')
})
