import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createMemoryStore } from '@hermes/core'
import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { foreignSession } from './foreign-session.js'

const place = (env: Record<string, string>, workingDirectory: string) => ({
  t: english,
  env,
  workingDirectory,
  stdin: new PassThrough(),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
})

test('imports the newest Codex session of this folder with -r @codex, and its new messages the next time', async () => {
  const home = await mkdtemp(join(tmpdir(), 'hermes-codex-'))
  const folder = join(home, '.codex/sessions/2026/03/14')
  await mkdir(folder, { recursive: true })
  const id = '0195a3c1-1111-7222-8333-944455556666'
  const lines = [
    {
      timestamp: '2026-03-14T10:00:00Z',
      type: 'session_meta',
      payload: { id, cwd: '/a', timestamp: '2026-03-14T10:00:00Z' },
    },
    {
      timestamp: '2026-03-14T10:00:01Z',
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
    },
  ]
  const file = join(folder, `rollout-2026-03-14T10-00-00-${id}.jsonl`)
  const write = () => writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await write()
  const store = createMemoryStore()
  const resumed = await foreignSession(store, '@codex', place({ HOME: home }, '/a'))
  expect((await store.messages.load(resumed)).map(({ message }) => message.content)).toEqual(['Hello'])
  lines.push({
    timestamp: '2026-03-14T10:00:02Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Are you there?' }] },
  })
  await write()
  expect(await foreignSession(store, `@codex:${id.slice(0, 8)}`, place({ HOME: home }, '/c'))).toBe(resumed)
  expect(await store.messages.load(resumed)).toHaveLength(2)
  await expect(foreignSession(store, '@codex', place({ HOME: home }, '/c'))).rejects.toThrow(
    'no session of Codex in /c',
  )
  await expect(foreignSession(store, '@gemini', place({ HOME: home }, '/a'))).rejects.toThrow('@claude and @codex')
})
