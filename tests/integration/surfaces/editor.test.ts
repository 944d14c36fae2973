import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Conversation, type ConversationEvent, createConversations } from '@hermes/conversations'
import type { JsonObject } from '@hermes/core'
import { openHost, type Runtime, type RuntimeHost, resolveHome } from '@hermes/runtime'
import { type Cleanup, createCleanup } from '@hermes/safety'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Simulates an editor: one process with a window for each of three folders. */
interface Window {
  readonly folder: string
  readonly runtime: Runtime
  readonly conversation: Conversation
  readonly events: ConversationEvent[]
}

const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'editor', name: 'editor' } } as const
const folders = ['web', 'api', 'docs'] as const
const toolsets = { web: ['terminal', 'file'], api: ['file'], docs: ['todo', 'terminal'] }

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-editor-'))
  for (const folder of folders) await mkdir(join(home, folder))
})
afterEach(() => rm(home, { recursive: true, force: true }))

test('gives three folders of one editor separate environments and toolsets, and a shared store', async () => {
  await using provider = await startFakeProvider({ script })
  await using host = await openHost({
    paths: resolveHome({ HERMES_HOME: join(home, '.hermes') }),
    variables: { PATH: process.env.PATH, HOME: home },
    overrides: {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', api_key: 'k' },
      approvals: { mode: 'off' },
    },
  })
  await using closing = createCleanup()
  const windows = await Promise.all(folders.map((name) => openWindow(host, name, closing)))
  for (const { runtime } of windows) expect(runtime.store).toBe(windows[0]?.runtime.store)

  const submissions = windows.map(({ conversation, folder }) =>
    conversation.submit({ content: `write a note in ${folder}` }, sender),
  )
  const ends = await Promise.all(submissions.map(({ ended }) => ended))
  expect(ends.map((end) => end.status === 'turn' && end.result.outcome)).toEqual(
    folders.map((folder) => ({ status: 'completed', text: `done in ${folder}` })),
  )

  // Commands ran in the folder of their window, if the window's toolsets include them.
  expect(await readdir(join(home, 'web'))).toEqual(['note.txt'])
  expect(await readFile(join(home, 'web', 'note.txt'), 'utf8')).toBe(`${join(home, 'web')}\n`)
  expect(await readFile(join(home, 'api', 'note.txt'), 'utf8')).toBe('by write_file')
  expect(await readFile(join(home, 'docs', 'note.txt'), 'utf8')).toBe(`${join(home, 'docs')}\n`)
  const offered = Object.fromEntries(
    folders.map((folder) => [
      folder,
      toolsOffered(
        provider.requests.map(({ body }) => body),
        folder,
      ),
    ]),
  )
  expect(offered.web).toEqual(expect.arrayContaining(['terminal', 'write_file']))
  expect(offered.api).toContain('write_file')
  expect(offered.api).not.toContain('terminal')
  expect(offered.docs).toContain('todo')
  expect(offered.docs).not.toContain('write_file')

  // The shared store has all three with their folders, and each window only saw its own turn.
  const stored = await host.store.sessions.find()
  expect(new Map(stored.map(({ id, workingDirectory }) => [id, workingDirectory]))).toEqual(
    new Map(windows.map(({ conversation, folder }) => [conversation.id, join(home, folder)])),
  )
  for (const { events } of windows) expect(events.filter(({ type }) => type === 'turn-begin')).toHaveLength(1)
})

async function openWindow(host: RuntimeHost, name: keyof typeof toolsets, closing: Cleanup): Promise<Window> {
  const folder = join(home, name)
  const runtime = closing.use(await host.open({ surface: { source: 'acp' }, workingDirectory: folder }))
  const conversations = closing.use(
    createConversations({ store: runtime.store, agentFor: runtime.agentFor, questions: runtime.questions }),
  )
  const conversation = await conversations.open({
    seed: { source: 'acp', workingDirectory: folder },
    choice: { toolsets: toolsets[name] },
  })
  const events: ConversationEvent[] = []
  const leaving = new AbortController()
  const reading = (async () => {
    for await (const event of conversation.events({ signal: leaving.signal })) events.push(event)
  })()
  closing.defer(async () => {
    leaving.abort()
    await reading
  })
  return { folder: name, runtime, conversation, events }
}

/** Plays a model that writes a note with any suitable tool of the window. */
function script(body: JsonObject) {
  const { folder, isAnswered } = askedIn(body)
  if (isAnswered) return text(`done in ${folder}`)
  return folder === 'api'
    ? call('write_file', { path: 'note.txt', content: 'by write_file' })
    : call('terminal', { command: 'pwd > note.txt' })
}

function askedIn({ messages }: JsonObject) {
  const shown = JSON.stringify(messages)
  const [, folder = ''] = /write a note in (\w+)/.exec(shown) ?? []
  return { folder, isAnswered: shown.includes('"role":"tool"') }
}

function toolsOffered(bodies: readonly JsonObject[], folder: string): readonly string[] {
  const body = bodies.find((candidate) => askedIn(candidate).folder === folder)
  const tools = JSON.stringify(body?.tools ?? [])
  return [...tools.matchAll(/"name":"(\w+)"/g)].map(([, name = '']) => name)
}
