import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, reasoning, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const script = [
  reasoning('A file.', call('read_file', { path: 'notes.txt' }, { text: 'Let me look.' })),
  text('It says: **buy tea** — and nothing else. 日本語 👩‍👩‍👧', { pace: { pieceSize: 3 } }),
]

test.each([
  ['the final text', ['-z', 'what do the notes say?']],
  ['the whole stream', ['-q', 'what do the notes say?']],
])('replays a recorded conversation byte for byte without a server: %s', async (_, question) => {
  sandbox.write('notes.txt', 'buy tea\n')
  const server = await startFakeProvider({ script, apiKey: 'test-key' })
  const live = await sandbox.run([...question, ...provider(server.baseUrl), '--record', 'talk.jsonl'])
  await server.close()
  expect(live).toMatchObject({ code: 0, stdout: expect.stringContaining('buy tea') })

  // Another home and folder: only the recording and its file are the same.
  using elsewhere = createSandbox()
  elsewhere.write('notes.txt', 'buy tea\n')
  const played = await elsewhere.run([...question, '--replay', join(sandbox.workspace, 'talk.jsonl')])
  expect(played.code).toBe(0)
  expect(played.stdout).toBe(live.stdout)
})

test('contains no key, and reports where a conversation deviates', async () => {
  const server = await startFakeProvider({ script: text('Your key is sk-0123456789abcdef0123456789abcdef.') })
  const args = ['-z', 'what is my key?', ...provider(server.baseUrl), '--record', 'talk.jsonl']
  const env = { SOME_SERVICE_TOKEN: 'a-token-of-the-environment' }
  await sandbox.run([...args.with(1, 'is a-token-of-the-environment right?')], { env })
  await server.close()
  const recording = await sandbox.run(['-z', 'anything else?', '--replay', 'talk.jsonl'])
  expect(recording).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('messages[0].content') })
  const written = readFileSync(join(sandbox.workspace, 'talk.jsonl'), 'utf8')
  for (const secret of ['sk-0123456789', 'a-token-of-the-environment', 'test-key'])
    expect(written).not.toContain(secret)
  const played = await sandbox.run(['-z', 'is a-token-of-the-environment right?', '--replay', 'talk.jsonl'])
  expect(played).toMatchObject({ code: 0, stdout: 'Your key is [REDACTED].\n' })
})
