import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../testing/temp-home.js'
import { loadConfig } from './config/load/load-config.js'
import { createRuntime } from './create-runtime.js'
import type { ConfigInput } from './schema/config-schema.js'

/** No pattern matches these values: they are only redacted because they are the process's own secrets. */
const canaries = Object.fromEntries(
  ['model', 'fallback', 'gateway', 'search', 'numbered'].map((slot, index) => [
    slot,
    `canary/${slot}+${'qwjx'.repeat(4)}${index}`,
  ]),
)
const foreign = `ghp_${'Qw3'.repeat(12)}`

async function play(overrides: ConfigInput) {
  const workingDirectory = await tempFolder()
  const leaks = [...Object.values(canaries), foreign, ...Object.values(canaries).map((value) => btoa(`user:${value}`))]
  await writeFile(
    join(workingDirectory, 'leak.txt'),
    leaks.map((leak, index) => `line ${index} is ${leak} so\n`).join(''),
  )
  const provider = await startFakeProvider({
    script: [
      call('read_file', { path: 'leak.txt' }),
      call('terminal', { command: 'cat leak.txt; cat leak.txt >&2' }),
      call('read_file', { path: 'missing.txt' }),
      text('Done.'),
    ],
  })
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const paths = await tempHome()
  const loaded = await loadConfig({
    paths,
    variables: {
      PATH: process.env.PATH,
      HOME: paths.home,
      OPENROUTER_API_KEY: canaries.fallback,
      TAVILY_API_KEY: canaries.search,
      OPENAI_API_KEY_2: canaries.numbered,
    },
    overrides: {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', api_key: canaries.model },
      gateway: { api_server: { key: canaries.gateway } },
      logging: { level: 'debug' },
      recording: 'calls.jsonl',
      ...overrides,
    },
  })
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'cli' } })
  const events: unknown[] = []
  const run = runtime.agent.run('What is in leak.txt?')
  for await (const event of run) events.push(event)
  await run.result
  runtime.logger.log('error', `refused: ${canaries.model}`, { key: canaries.gateway ?? '', inner: { note: foreign } })
  await runtime[Symbol.asyncDispose]()
  const requests = JSON.stringify(provider.requests.map(({ body }) => body))
  const [log, recording] = await Promise.all([
    textBelow(paths.logs),
    readFile(join(paths.home, 'calls.jsonl'), 'latin1'),
  ])
  return { events: JSON.stringify(events), requests, log, recording, home: await textBelow(paths.home) }
}

/** Returns the content of all files below a folder, databases included, as one text. */
async function textBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n')
}

function foundIn(place: string): readonly string[] {
  const secrets = [...Object.values(canaries), foreign]
  return secrets.filter((secret) => place.includes(secret) || place.includes(JSON.stringify(secret).slice(1, -1)))
}

test('keeps known and recognizable keys out of models, events, stores, logs and recordings', async () => {
  const places = await play({})
  expect(places.requests).toContain('line 0 is [REDACTED] so')
  expect(places.log).toContain('refused: [REDACTED]')
  for (const [name, place] of Object.entries(places)) expect([name, foundIn(place)]).toEqual([name, []])
})

test('shows them when redaction is off, but keeps them out of logs and recordings', async () => {
  const places = await play({ security: { redact_secrets: false } })
  expect(foundIn(places.requests)).toHaveLength(6)
  expect(foundIn(places.events)).toHaveLength(6)
  expect(foundIn(places.log)).toEqual([])
  expect(foundIn(places.recording)).toEqual([])
})
