import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Transport, TransportError } from '@hermes/core'
import { fail, scripted } from '@hermes/testkit'
import { beforeEach, expect, test } from 'vitest'
import { createLearnedWindows } from './learned-windows.js'
import { withLearning } from './with-learning.js'

const url = 'https://api.example/v1'
let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-windows-'))
  path = join(folder, 'cache', 'context-windows.json')
  return () => rm(folder, { recursive: true })
})

test('keeps learned windows for the next process, by address', async () => {
  const windows = createLearnedWindows({ path })
  expect(windows.find(url, 'm')).toBeUndefined()
  await windows.learn(url, 'm', 8192)
  await windows.learn(url, 'n', 4096)
  for (const known of [windows, createLearnedWindows({ path })]) {
    expect([known.find(url, 'm'), known.find(url, 'n')]).toEqual([8192, 4096])
    expect(known.find('https://other.example/v1', 'm')).toBeUndefined()
  }
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('keeps the learned windows of two processes', async () => {
  const [one, other] = [createLearnedWindows({ path }), createLearnedWindows({ path })]
  await one.learn(url, 'm', 8192)
  await other.learn(url, 'n', 4096)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ [url]: { m: 8192, n: 4096 } })
})

test('learns a forgotten window again', async () => {
  const windows = createLearnedWindows({ path })
  await windows.learn(url, 'm', 8192)
  await windows.forget()
  expect(createLearnedWindows({ path }).find(url, 'm')).toBeUndefined()
  await windows.learn(url, 'm', 8192)
  expect(createLearnedWindows({ path }).find(url, 'm')).toBe(8192)
})

test.each(['{"half', '[]', `{"${url}":{"m":"many"}}`, `{"${url}":7}`])('ignores a file with %s', async (text) => {
  path = join(folder, 'windows.json')
  await writeFile(path, text)
  const windows = createLearnedWindows({ path })
  expect(windows.find(url, 'm')).toBeUndefined()
  await windows.learn(url, 'm', 100)
  expect(createLearnedWindows({ path }).find(url, 'm')).toBe(100)
})

test('ignores an invalid size', async () => {
  const windows = createLearnedWindows({ path })
  for (const size of [0, -1, 1.5, Number.NaN]) await windows.learn(url, 'm', size)
  expect(windows.find(url, 'm')).toBeUndefined()
})

test("learns the window from the provider's rejection, and throws the rejection", async () => {
  const learned: unknown[] = []
  const refusal = (options: object) => scripted([fail(new TransportError('context-overflow', 'Too long.', options))])
  const ask = async (transport: Transport) => {
    const request = { model: 'm', system: '', messages: [], tools: [] }
    const learning = withLearning(transport, async (...facts) => void learned.push(facts))
    for await (const _ of learning.stream(request, { signal: new AbortController().signal }));
  }
  await expect(ask(refusal({}))).rejects.toMatchObject({ kind: 'context-overflow' })
  await expect(ask(refusal({ contextWindow: 8192 }))).rejects.toMatchObject({ kind: 'context-overflow' })
  expect(learned).toEqual([['m', 8192]])
})
