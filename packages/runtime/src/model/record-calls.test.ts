import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '@hermes/core'
import { askOnce } from '@hermes/core/wiring'
import { call, httpReply, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome, textOfFile } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { createRuntime } from '../create-runtime.js'
import type { ConfigInput } from '../schema/config-schema.js'

const signal = new AbortController().signal

async function open(overrides: ConfigInput, variables: Readonly<Record<string, string>> = {}) {
  const paths = await tempHome()
  const loaded = await loadConfig({ paths, variables: { HOME: paths.home, ...variables }, overrides })
  const workingDirectory = await tempFolder()
  await mkdir(join(workingDirectory, 'src'))
  await writeFile(join(workingDirectory, 'src', 'note.txt'), 'hello\n')
  const surface = { source: 'test', canRestart: true }
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  return runtime
}

async function textOf(run: Run): Promise<string> {
  let shown = ''
  for await (const event of run) {
    if (event.type === 'restart') shown = ''
    if (event.type === 'text-delta') shown += event.text
    if (event.type === 'notice') shown += `\n! ${event.code}\n`
  }
  return shown
}

function mainAt(baseUrl: string): ConfigInput {
  return { model: { provider: 'custom', base_url: baseUrl, default: 'big', api_key: 'a-secret-of-the-config' } }
}

test('records a conversation with tools and side tasks, and replays it without a provider', async () => {
  const file = join(await tempFolder(), 'deep', 'talk.jsonl')
  const main = await startFakeProvider({
    script: [
      call('read_file', { path: 'src/note.txt' }, { text: 'Let me look.' }),
      text('It says a-secret-of-the-config, and hello.'),
      text('Greetings'),
    ],
  })
  const busy = await startFakeProvider({ script: httpReply(503, 'busy') })
  const converse = async (overrides: ConfigInput) => {
    const runtime = await open(
      { auxiliary: { title_generation: { provider: 'custom', base_url: busy.baseUrl, model: 'small' } }, ...overrides },
      { GITHUB_TOKEN: 'a-secret-of-the-variables' },
    )
    const run = runtime.agent.run('Read src/note.txt. My token is a-secret-of-the-variables.', { session: {} })
    const said = await textOf(run)
    const model = runtime.auxiliary('title_generation')
    if (!model) throw new Error('nobody names sessions')
    const title = await askOnce(model, { system: 'Name it.', messages: [{ role: 'user', content: said }] }, { signal })
    return { said, title: title.text, usage: (await run.result).usage, iterations: (await run.result).iterations }
  }
  const live = await converse({ ...mainAt(main.baseUrl), recording: file })
  expect(live.said).toContain('a-secret-of-the-config')
  await Promise.all([main.close(), busy.close()])

  const written = await textOfFile(file)
  expect(written.trimEnd().split('\n')).toHaveLength(3)
  for (const secret of ['a-secret-of-the-config', 'a-secret-of-the-variables']) expect(written).not.toContain(secret)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const played = await converse({ transport: { use: 'replay', file } })
  expect(played).toEqual({ ...live, said: live.said.replace('a-secret-of-the-config', '[REDACTED]') })
})

test('reports where a conversation deviates from the recording', async () => {
  const file = join(await tempFolder(), 'talk.jsonl')
  await using main = await startFakeProvider({ script: text('Hello.') })
  expect(await (await open({ ...mainAt(main.baseUrl), recording: file })).agent.chat('Hi')).toBe('Hello.')
  const played = await open({ transport: { use: 'replay', file } })
  expect(played.model).toMatchObject({ provider: 'replay', id: 'big', isOffline: false })
  await expect(played.agent.chat('Something else')).rejects.toThrow('"messages[0].content"')
  expect(await played.agent.chat('Hi')).toBe('Hello.')
})

test.each<[string, ConfigInput['transport'], string]>([
  ['no file', { use: 'replay' }, '`file`'],
  ['a file that is not there', { use: 'replay', file: 'gone.jsonl' }, 'gone.jsonl'],
  ['an empty file', { use: 'replay', file: 'empty.jsonl' }, 'empty.jsonl'],
  ['a pace that is none', { use: 'replay', file: 'x', pace: 'slow' }, '`pace`'],
])('rejects a replay of %s', async (_, transport, words) => {
  const paths = await tempHome()
  await writeFile(join(paths.home, 'empty.jsonl'), '')
  const loaded = await loadConfig({ paths, variables: {}, overrides: { transport } })
  const opening = createRuntime({ ...loaded, paths, workingDirectory: paths.home, surface: { source: 'test' } })
  await expect(opening).rejects.toThrow(words)
})
