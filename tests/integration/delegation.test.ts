import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, defineTool, type JsonObject, type Message, sanitizeTranscript, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { call, hang, startFakeProvider, text } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { BackgroundChildren, createChildLedger, delegateTools, reportChildren } from '@hermes/tools/delegate'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { createSandbox, provider as flagsFor, type Sandbox } from '../e2e/hermes.js'

/** The timeout of tests that start real processes, on possibly busy machines. */
const timeout = 120_000

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const two = call('delegate_task', { tasks: [{ goal: 'Read a.txt.' }, { goal: 'Read b.txt.' }] })

/** Returns the file that a child must read; `undefined` for the parent. */
function fileOf(body: JsonObject): string | undefined {
  return /"Read ([ab]\.txt)\./.exec(JSON.stringify(body.messages))?.[1]
}

function resultsIn(body: JsonObject): readonly string[] {
  const messages: readonly Message[] = JSON.parse(JSON.stringify(body.messages))
  return messages.flatMap((message) => (message.role === 'tool' ? textOf(message.content) : []))
}

/** Plays the model. The parent delegates and summarizes; each child reads its file and returns its content. */
function script(body: JsonObject) {
  const file = fileOf(body)
  const results = resultsIn(body)
  if (file === undefined) return results.length === 0 ? two : text(`Both: ${results.join()}`)
  return results.length === 0 ? call('read_file', { path: file }) : text(`It holds ${results[0]}`)
}

test('runs children with their own sessions, real files and real HTTP', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-delegation-'))
  try {
    await writeFile(join(folder, 'a.txt'), 'apples\n')
    await writeFile(join(folder, 'b.txt'), 'pears\n')
    await using provider = await startFakeProvider({ script })
    await using store = await createSqliteStore({ path: join(folder, 'state.db') })
    const ledger = createChildLedger({ store })
    await using background = new BackgroundChildren(ledger)
    const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl, apiKey: 'k' })
    const model = { id: 'fake-model' }
    const reader = defineTool({
      name: 'read_file',
      description: 'Reads a file.',
      toolset: 'file',
      parameters: z.object({ path: z.string() }),
      effect: 'read',
      concurrency: 'safe',
      run: ({ path }) => readFile(join(folder, path), 'utf8'),
    })
    const run = (tools: Parameters<typeof createToolRegistry>[0]) =>
      createToolExecutor({ registry: createToolRegistry(tools) })
    const child = createAgent({ transport, model, store, tools: run([reader]) })
    const agent = createAgent({
      transport,
      model,
      store,
      tools: run(delegateTools({ agentFor: () => child, ledger, background })),
      plugins: [reportChildren({ ledger, background })],
    })

    const { finalResponse, sessionId } = await agent.run('What do they hold?').result
    expect(finalResponse).toMatch(/apples[\s\S]*pears/)
    const children = await store.sessions.find({ parentSessionId: sessionId })
    expect(children).toHaveLength(2)
    for (const record of children) {
      expect(record).toMatchObject({ source: 'delegate', endReason: 'completed', apiCallCount: 2, toolCallCount: 1 })
      const history = (await store.messages.load(record.id)).map(({ message }) => message)
      expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('shows the work of children in a one-shot, waits for background ones, and continues with the parent', {
  timeout,
}, async () => {
  sandbox.write('a.txt', 'apples\n')
  sandbox.write('b.txt', 'pears\n')
  const inBackground = call('delegate_task', {
    tasks: [{ goal: 'Read a.txt.' }, { goal: 'Read b.txt.' }],
    background: true,
  })
  await using fake = await startFakeProvider({
    script: (body) => (fileOf(body) || resultsIn(body).length > 0 ? script(body) : inBackground),
  })
  const flags = flagsFor(fake.baseUrl)
  const { code, stdout, stderr } = await sandbox.run([...flags, '-q', 'What do they hold?'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/apples[\s\S]*pears/)
  expect(stderr).toMatch(/○ delegate_task 2 tasks\n(.*\n)* {2}\d ● read_file a\.txt(.*\n)*● delegate_task.*2 completed/)

  fake.setScript((body) => text(`I see ${resultsIn(body).length} result.`))
  expect(await sandbox.run([...flags, '-c', '-z', 'And?'])).toMatchObject({ code: 0, stdout: 'I see 1 result.\n' })
  const list = async (...options: string[]) => {
    const listed = await sandbox.run(['sessions', 'list', '--json', ...options])
    const rows: readonly { readonly source: string }[] = JSON.parse(listed.stdout)
    return rows.map(({ source }) => source).sort()
  }
  expect(await list()).toEqual(['cli'])
  expect(await list('--all')).toEqual(['cli', 'delegate', 'delegate'])
})

test('delegates nothing twice after a kill, and tells the model the outcome', {
  timeout,
}, async () => {
  sandbox.write('a.txt', 'apples\n')
  const hanging = Promise.withResolvers<void>()
  await using fake = await startFakeProvider({
    script: (body) => {
      if (fileOf(body) !== 'b.txt') return script(body)
      hanging.resolve()
      return hang()
    },
  })
  const flags = flagsFor(fake.baseUrl)
  const running = sandbox.start([...flags, '-z', 'What do they hold?', '--json'])
  await hanging.promise
  await running.prints(/"goal":"Read a\.txt\.".*"event":\{"type":"turn-end"/)
  running.process.kill('SIGKILL')
  expect((await running.ended).signal).toBe('SIGKILL')

  await using store = await createSqliteStore({ path: join(sandbox.home, 'state.db') })
  const [parent] = await store.sessions.find({ source: 'cli' })
  const parentId = parent?.id ?? ''
  const transport = createOpenAIChatTransport({ baseUrl: fake.baseUrl, apiKey: 'k' })
  const ledger = createChildLedger({ store })
  await using background = new BackgroundChildren(ledger)
  const agent = createAgent({
    transport,
    model: { id: 'fake-model' },
    store,
    tools: createToolExecutor({
      registry: createToolRegistry(delegateTools({ agentFor: () => agent, ledger, background })),
    }),
    plugins: [reportChildren({ ledger, background })],
  })
  const before = fake.requests.length
  fake.setScript(text('I look at what they did.'))
  const resumed = await agent.resume(parentId).result
  expect(resumed.outcome).toEqual({ status: 'completed', text: 'I look at what they did.' })
  const [unknown] = resumed.messages.flatMap((message) => (message.role === 'tool' ? textOf(message.content) : []))
  expect(unknown).toMatch(/Outcome unknown/)
  expect(fake.requests.length).toBe(before + 1)
  expect(await store.sessions.find({ parentSessionId: parentId })).toHaveLength(2)

  const { messages } = await agent.run('And?', { sessionId: parentId }).result
  expect(sanitizeTranscript(messages)).toBe(messages)
  const shown = JSON.stringify(fake.requests.at(-1)?.body.messages)
  expect(shown).toMatch(/Not from the user/)
  expect(shown).toMatch(/Read a\.txt[^}]*completed[^}]*It holds[^}]*apples/)
  expect(shown).toMatch(/Read b\.txt[^}]*unknown/)
  await agent.run('Once more?', { sessionId: parentId }).result
  const stored = (await store.messages.load(parentId)).map(({ message }) => textOf(message.content))
  expect(stored.filter((content) => content.includes('Not from the user'))).toHaveLength(1)
})
