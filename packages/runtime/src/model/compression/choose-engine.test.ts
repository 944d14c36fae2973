import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sectionNames } from '@hermes/compressor'
import { type JsonObject, TransportError } from '@hermes/core'
import { compressionOf, resolveSession } from '@hermes/core/sessions'
import { call, fail, type ProviderReply, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { ConfigInput } from '../../schema/config-schema.js'

const long = 'A long story of tea and kettles, told once more. '.repeat(120)
const summary = sectionNames.map((name) => `## ${name}\nThe summary of a model.`).join('\n\n')

async function serve(script: (body: JsonObject) => ProviderReply) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  return provider
}

interface Setup {
  readonly overrides?: ConfigInput
  readonly paths?: HomePaths
}

/** Opens a runtime with a small context window, and a conversation that has outgrown it. */
async function open({ overrides = {}, paths }: Setup = {}) {
  const home = paths ?? (await tempHome())
  const main = await serve((body) => text(JSON.stringify(body).includes('You keep the record') ? summary : long))
  const model = { provider: 'custom', base_url: main.baseUrl, default: 'big', context_length: 16_000 }
  // Descriptions of tools would use up the small window.
  const settings: ConfigInput = { model, disabled_features: ['memory', 'skills', 'scheduler'], ...overrides }
  const loaded = await loadConfig({ paths: home, variables: { HOME: home.home }, overrides: settings })
  const workingDirectory = await tempFolder()
  const runtime = await createRuntime({ ...loaded, paths: home, workingDirectory, surface: { source: 'test' } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const talk = async (turns = 14) => {
    for (let turn = 1; turn <= turns; turn++) await runtime.agent.run(`Turn ${turn}`, { sessionId: 's' }).result
  }
  const newest = () => resolveSession(runtime.store, 's')
  return { runtime, main, talk, newest }
}

test('summarizes with the model of auxiliary.compression and counts its usage', async () => {
  const small = await serve(() => text(summary))
  const compression = { provider: 'custom', base_url: small.baseUrl, model: 'small' }
  const { runtime, talk } = await open({ overrides: { auxiliary: { compression } } })
  await talk(4)
  const outcome = await runtime.agent.compress('s', { focusTopic: 'the kettle', keepLast: 1 })
  expect(outcome).toMatchObject({ status: 'compressed' })
  expect(small.requests.map(({ body }) => body.model)).toEqual(['small'])
  expect(JSON.stringify(small.requests[0]?.body)).toContain('the kettle')
  expect(compressionOf(await resolveSession(runtime.store, 's'))?.summary).toContain('The summary of a model.')
  const accounts = await runtime.store.usage?.accounts()
  expect(accounts?.filter(({ task }) => task === 'compression')).toMatchObject([{ model: 'small', apiCallCount: 1 }])
})

test("falls back to the configured fallbacks and then to the conversation's model", async () => {
  const broken = await serve(() => fail(new TransportError('overloaded', 'Later.', { status: 503 })))
  const compression = { provider: 'custom', base_url: broken.baseUrl, model: 'small' }
  const { runtime, talk, main } = await open({ overrides: { auxiliary: { compression } } })
  await talk(4)
  expect(await runtime.agent.compress('s', { keepLast: 1 })).toMatchObject({ status: 'compressed' })
  expect(broken.requests).toHaveLength(1)
  expect(JSON.stringify(main.requests.at(-1)?.body)).toContain('You keep the record')
})

test('drops messages without a model call with sliding-window', async () => {
  const { runtime, talk, main, newest } = await open({ overrides: { context: { engine: 'sliding-window' } } })
  await talk(4)
  expect(await runtime.agent.compress('s', { keepLast: 1 })).toMatchObject({ status: 'compressed' })
  expect(compressionOf(await newest())?.summary).toBeUndefined()
  expect(JSON.stringify(main.requests.map(({ body }) => body))).not.toContain('You keep the record')
})

const reader = `
export default {
  kind: 'plugin', id: 'reader', capabilities: [],
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: () => ({
    name: 'reader',
    tools: [{
      name: 'read_report', description: 'Reads the report.', parameters: { type: 'object', properties: {} }, toolset: 'report',
      effect: 'read', concurrency: 'safe', run: async () => ({ content: 'A line of the report. '.repeat(300) }),
    }],
  }),
}
`

test.each([
  { prune_first: true, asked: 0 },
  { prune_first: false, asked: 1 },
])('prune_first: $prune_first requests $asked summaries if pruning suffices', async ({ prune_first, asked }) => {
  const paths = await tempHome()
  await writeFile(join(paths.home, 'reader.mjs'), reader)
  const main = await serve((body) => {
    if (JSON.stringify(body).includes('You keep the record')) return text(summary)
    return JSON.stringify(Object(body.messages).at(-1)).includes('of the report')
      ? text('Read.')
      : call('read_report', {})
  })
  const model = { provider: 'custom', base_url: main.baseUrl, default: 'big', context_length: 32_000 }
  const overrides = { model, compression: { prune_first, protect_last_n: 4 }, plugins: [{ use: './reader.mjs' }] }
  const { runtime, talk, newest } = await open({ paths, overrides })
  await talk(5)
  expect(await runtime.agent.compress('s')).toMatchObject({ status: 'compressed' })
  const stored = await runtime.store.messages.load((await newest()).id)
  expect(JSON.stringify(stored).includes('[read_report: ')).toBe(prune_first)
  expect(main.requests.filter(({ body }) => JSON.stringify(body).includes('You keep the record'))).toHaveLength(asked)
})

test('passes options and a model to an engine of the home, and adds its tools', async () => {
  const paths = await tempHome()
  await writeFile(
    join(paths.home, 'engine.mjs'),
    `const validate = (value) => value.keep > 0 ? { value } : { issues: [{ message: 'Expected a number', path: ['keep'] }] }
    export default {
      kind: 'context-engine',
      id: 'mine',
      options: { '~standard': { version: 1, vendor: 'test', validate } },
      create: ({ keep }, { summarizer }) => ({
        id: 'mine',
        tools: [{ name: 'recall_all', toolset: 'session_search', description: 'Recalls.', parameters: { type: 'object' },
          effect: 'read', concurrency: 'safe', run: async () => 'all' }],
        shouldCompress: () => false,
        compress: async ({ messages }) => ({ status: 'compressed', messages: messages.slice(-keep), state: {},
          tokensBefore: 9, tokensAfter: 1, summary: summarizer().model.id }),
      }),
    }`,
  )
  const { runtime, talk, newest } = await open({ paths, overrides: { context: { engine: './engine.mjs', keep: 2 } } })
  await talk(3)
  expect((await runtime.tools()).map(({ name }) => name)).toContain('recall_all')
  await runtime.agent.compress('s')
  expect(compressionOf(await newest())?.summary).toBe('big')
  expect(await runtime.store.messages.load((await newest()).id)).toHaveLength(2)
  await expect(open({ paths, overrides: { context: { engine: './engine.mjs', keep: 0 } } })).rejects.toMatchObject({
    path: 'context.keep',
  })
})

test.each([
  [{ context: { engine: 'hermes-unknown' } }, 'context.engine', 'npm install'],
  [{ context: { pruneFirst: true } }, 'context.pruneFirst', 'There is no setting context.pruneFirst'],
  [{ context: { engine: 'sliding-window', keep: 2 } }, 'context.keep', 'There is no setting context.keep'],
  [{ context: { engine: 'lcm' } }, 'context.engine', 'Hermes has compressor, sliding-window;'],
  [{ context: { engine: './nowhere.mjs' } }, 'context.engine', 'There is no file'],
])('rejects %o and names the wrong setting', async (overrides, path, words) => {
  await expect(open({ overrides })).rejects.toMatchObject({ path, message: expect.stringContaining(words) })
})

test('does not compress when compression is off', async () => {
  const { runtime, talk, newest } = await open({ overrides: { compression: { enabled: false } } })
  await talk(3)
  expect(await runtime.agent.compress('s')).toMatchObject({ status: 'skipped', reason: expect.stringContaining('off') })
  expect((await newest()).id).toBe('s')
})
