import { spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Message, sanitizeTranscript } from '@hermes/core'
import { call, type FakeProvider, hang, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { packed, root, run, temporaryFolder } from './pack.js'

const folder = temporaryFolder()
const example = join(folder.path, 'embed')
let provider: FakeProvider

beforeAll(async () => {
  provider = await startFakeProvider({ script: text('unused') })
  const tarballs = packed(['core', 'safety', 'transports']).map(({ tarball }) => tarball)
  cpSync(join(root, 'examples/embed'), example, { recursive: true, filter: (path) => !path.includes('node_modules') })
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  run('npm', ['install', ...flags, ...tarballs], example)
}, 240_000)
beforeEach(() => rmSync(join(example, 'session.jsonl'), { force: true }))
afterAll(async () => {
  await provider.close()
  folder[Symbol.dispose]()
})

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the example. `onText` gets its output so far. */
function embed(args: readonly string[], onText: (said: string, interrupt: () => void) => void = () => undefined) {
  // No settings of the machine, so no keys.
  const env = { PATH: process.env.PATH, BASE_URL: provider.baseUrl, MODEL: 'fake-model' }
  const child = spawn(process.execPath, ['embed.js', ...args], { cwd: example, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
      if (stream === 'stdout') onText(printed.stdout, () => child.kill('SIGINT'))
    })
  }
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...printed }))
  })
}

function history(): readonly Message[] {
  const lines = readFileSync(join(example, 'session.jsonl'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line))
}

test('answers with a custom tool in a plain Node program with two packages, and continues later', async () => {
  provider.setScript([call('clock'), text('Half past nine.'), text('As I said: half past nine.')])
  expect(await embed(['What time is it?'])).toMatchObject({ code: 0, stdout: 'Half past nine.' })
  expect(history().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  expect(await embed(['And in words?'])).toMatchObject({ code: 0, stdout: 'As I said: half past nine.' })
  expect(provider.requests.at(-1)?.body.messages).toHaveLength(6)
}, 120_000)

test('leaves a valid history on Ctrl+C, and resumes the turn without a new prompt', async () => {
  provider.setScript([call('clock'), hang(text('It is half', { pace: { pieceSize: 99 } })), text('Half past nine.')])
  const interrupted = await embed(['What time is it?'], (said, interrupt) => said.includes('half') && interrupt())
  expect(interrupted).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('interrupted: 3 messages, not answered'),
  })
  expect(history().map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  expect(sanitizeTranscript(history())).toEqual(history())
  expect(await embed([])).toMatchObject({ code: 0, stdout: 'Half past nine.' })
  expect(history().at(-1)).toEqual({ role: 'assistant', content: 'Half past nine.' })
}, 120_000)
