import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { pluginContract, toolContract } from '@hermes/testkit/contracts'
import { afterAll, expect, test } from 'vitest'
import { createGuestbookPlugin } from './plugin.js'

const folder = await mkdtemp(join(tmpdir(), 'guestbook-'))
afterAll(() => rm(folder, { recursive: true }))

const file = join(folder, 'guestbook.txt')
const create = () => createGuestbookPlugin({ file, host: 'Ada' })
const working: Record<string, JsonObject> = {
  guestbook_read: {},
  guestbook_sign: { name: 'Grace', text: 'It was a pleasure.' },
}

pluginContract({ name: 'guestbook', create })
for (const tool of create().tools ?? [])
  toolContract({ name: tool.name, create: () => tool, args: working[tool.name] ?? {} })

test('stores an entry as one line, which the command shows', async () => {
  const { tools = [], commands = [] } = create()
  const context = {
    callId: 'c',
    sessionId: 's',
    taskId: 't',
    signal: new AbortController().signal,
    report: () => undefined,
  }
  const sign = tools.find(({ name }) => name === 'guestbook_sign')
  await sign?.run({ name: 'Alan', text: 'Lovely\nhouse' }, context)
  expect(await readFile(file, 'utf8')).toContain('Alan: Lovely house\n')
  expect(await commands[0]?.run('', context)).toContain('Alan: Lovely house')
})
