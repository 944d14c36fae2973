import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'

/** Globals that browser and edge runtimes lack. */
const ofNode = ['Buffer', 'global', 'process', 'require', 'setImmediate', 'clearImmediate']

/** Program that sends two requests: the first answer calls a tool, the second uses its result. */
const program = (baseUrl: string, channel: string) => `
import { createOpenAIChatFetchTransport } from './index.ts'
const channel = new BroadcastChannel(${JSON.stringify(channel)})
const transport = createOpenAIChatFetchTransport({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: 'key' })
const { signal } = new AbortController()
const tools = [{ name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: {} } }]
const messages = [Object.freeze({ role: 'user', content: 'How is the weather, 世界?' })]
const events = []
try {
  for (let turn = 0; turn < 2; turn++) {
    for await (const event of transport.stream({ model: 'm', system: 'Be brief.', messages, tools }, { signal })) {
      events.push(event)
      if (event.type !== 'finish') continue
      messages.push(Object.freeze(event.message))
      for (const { id } of event.message.tool_calls ?? []) {
        messages.push(Object.freeze({ role: 'tool', tool_call_id: id, content: 'Sun ☀' }))
      }
    }
  }
  channel.postMessage({ events })
} catch (error) {
  channel.postMessage({ error: String(error?.stack ?? error) })
}
channel.close()`

test('streams and calls tools when bundled for browsers and run without Node.js globals', async () => {
  await using provider = await startFakeProvider({
    script: [call('weather', { city: 'Köln' }), text('Sunny, 世界.')],
  })
  const folder = await mkdtemp(join(tmpdir(), 'hermes-browser-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { outputFiles, warnings } = await build({
    stdin: { contents: program(provider.baseUrl, folder), resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['@hermes/source'],
    banner: { js: `const [${ofNode.join(', ')}] = []` },
    write: false,
    logLevel: 'silent',
  })
  expect(warnings).toEqual([])
  await writeFile(join(folder, 'program.mjs'), outputFiles[0]?.contents ?? '')

  const channel = new BroadcastChannel(folder)
  const { promise, resolve, reject } = Promise.withResolvers<{ events?: { type: string; message?: object }[] }>()
  channel.onmessage = ({ data }) => resolve(data)
  const worker = new Worker(join(folder, 'program.mjs'))
  worker.once('error', reject)
  onTestFinished(async () => {
    channel.close()
    await worker.terminate()
  })
  const result = await promise
  expect(result).not.toHaveProperty('error')
  expect(result.events?.filter(({ type }) => type === 'finish')).toMatchObject([
    {
      reason: 'tool-calls',
      message: { tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Köln"}' } }] },
    },
    { reason: 'stop', message: { content: 'Sunny, 世界.' } },
  ])
  expect(result.events?.map(({ type }) => type)).toContain('text-delta')
})
