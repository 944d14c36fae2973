import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type JsonObject, textOf } from '@hermes/core'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { Surface } from '../../runtime-options.js'

interface Setup {
  readonly paths?: HomePaths
  readonly surface?: Partial<Surface>
}

async function open(provider: FakeProvider, { surface = {}, ...given }: Setup = {}) {
  const paths = given.paths ?? (await tempHome())
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'large', context_length: 100_000 }
  const variables = { PATH: process.env.PATH, HOME: paths.home }
  const loaded = await loadConfig({ paths, variables, overrides: { agent: { api_max_retries: 0 }, model } })
  const workingDirectory = await tempFolder()
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'cli', ...surface } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  return { runtime, paths, workingDirectory }
}

const background = (command: string) => call('terminal', { command, background: true })
const submit = (session_id: string, data: string) => call('process', { action: 'submit', session_id, data })
const lastMessage = ({ messages }: JsonObject = {}) => JSON.stringify(Array.isArray(messages) ? messages.at(-1) : '')

/** Returns a command that waits for a file, so that the test decides when it ends. */
const until = (file: string, rest: string) => `until [ -e ${file} ]; do sleep 0.05; done; ${rest}`

test('shows the end of a process to the person, and tells the model with the next message', async () => {
  await using provider = await startFakeProvider({
    script: [background(until('go', 'echo finished; exit 3')), text('Started.'), text('It failed.')],
  })
  const told: string[] = []
  const { runtime, workingDirectory } = await open(provider, { surface: { tell: (line) => void told.push(line) } })
  const { sessionId } = await runtime.agent.run('start').result
  expect(told).toEqual([])
  await writeFile(join(workingDirectory, 'go'), '')
  await expect.poll(() => told, { timeout: 20_000 }).toHaveLength(1)
  expect(told[0]).toContain('Process ended with exit code 3')
  await runtime.agent.run('and?', { sessionId }).result
  expect(lastMessage(provider.requests.at(-1)?.body)).toContain('finished')
})

test('tells the model of a running turn, and does not notify the person then', async () => {
  const told: string[] = []
  await using provider = await startFakeProvider({
    script: [
      background(until('go', 'echo finished; touch over')),
      // None of these calls polls the process.
      call('terminal', { command: 'touch go; until [ -e over ]; do sleep 0.05; done; sleep 3' }),
      call('terminal', { command: 'true' }),
      text('Seen.'),
    ],
  })
  const { runtime } = await open(provider, { surface: { tell: (line) => void told.push(line) } })
  const { messages } = await runtime.agent.run('start').result
  const news = messages.filter(({ role, content }) => role === 'user' && textOf(content ?? '').includes('finished'))
  expect(news).toHaveLength(1)
  expect(told).toEqual([])
})

test('assesses input for a shell like a command', async () => {
  await using provider = await startFakeProvider({
    script: (body) => {
      const id = /proc_[0-9a-f]+/.exec(JSON.stringify(body.messages))?.[0]
      if (id === undefined) return background('bash')
      return lastMessage(body).includes('denied') ? text('Then not.') : submit(id, 'rm -rf build')
    },
  })
  const { runtime } = await open(provider)
  const { messages } = await runtime.agent.run('clean up').result
  expect(JSON.stringify(messages)).toContain('typed into a process that runs: bash')
})

test('ends its processes on close, and the next runtime reports them', async () => {
  await using provider = await startFakeProvider({
    script: [background('echo $$; sleep 600'), text('Started.'), text('I see.')],
  })
  const first = await open(provider)
  const { sessionId, messages } = await first.runtime.agent.run('start').result
  const { pid } = JSON.parse(textOf(messages.find(({ role }) => role === 'tool')?.content ?? ''))
  await first.runtime[Symbol.asyncDispose]()
  expect(() => process.kill(pid, 0)).toThrow()
  const second = await open(provider, { paths: first.paths })
  await second.runtime.agent.run('and?', { sessionId }).result
  const shown = lastMessage(provider.requests.at(-1)?.body)
  expect(shown).toContain('ended together with the program that had started it')
  expect(shown).toContain('sleep 600')
})
