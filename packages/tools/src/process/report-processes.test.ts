import { createAgent, createMemoryStore, type Plugin, textOf } from '@hermes/core'
import { formatProcessReports, processReportsIn, wakeHeading } from '@hermes/safety'
import { call, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { afterEach, expect, test } from 'vitest'
import { openWorkplace } from '../../testing/terminal.js'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { terminalTools } from '../terminal/terminal.js'
import type { ProcessRecord, ProcessRecords } from './process-records.js'
import { ProcessTable } from './process-table.js'
import { type ReportProcessesOptions, reportProcesses } from './report-processes.js'

const disposables: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of disposables.splice(0)) await each[Symbol.asyncDispose]()
})

async function open(replies: readonly ScriptedReply[], options: Partial<ReportProcessesOptions> = {}) {
  const { environment } = await openWorkplace()
  const processes = new ProcessTable({ services: { answerMs: 60_000 } })
  disposables.push(processes)
  const store = createMemoryStore()
  const plugin: Plugin = reportProcesses({ processes, ...options })
  const transport = scripted(replies)
  const tools = createToolExecutor({ registry: createToolRegistry(terminalTools({ environment, processes })) })
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools, plugins: [plugin] })
  const said = async (id: string) =>
    (await store.messages.load(id)).map(({ message }) => `${message.role}: ${textOf(message.content)}`)
  return { agent, processes, transport, store, said }
}

const background = (command: string) => call('terminal', { command, background: true })
const news = /^user: \[Not from the user: news of your background processes\.\]/

test('reports ended processes once with the next message, and stores the report', async () => {
  const { agent, processes, transport, said } = await open([
    background('echo begun; read -r _; echo over; exit 2'),
    text('Started.'),
    text('I see.'),
    text('Yes.'),
  ])
  const { sessionId } = await agent.run('go').result
  await processes.of(sessionId)[0]?.live.write?.('\n')
  await expect.poll(() => processes.news.isPending(sessionId), { timeout: 20_000 }).toBe(true)
  await agent.run('And?', { sessionId }).result
  const shown = textOf(transport.requests.at(-1)?.messages.at(-1)?.content ?? '')
  expect(shown).toMatch(/^And\?\n\n\[Not from the user/)
  expect(shown).toContain('"exit_code":2')
  await agent.run('Really?', { sessionId }).result
  expect((await said(sessionId)).filter((line) => news.test(line))).toHaveLength(1)
  expect(transport.requests.at(-1)?.messages.slice(0, -2)).toEqual(transport.requests.at(-2)?.messages)
})

test('reports to a running turn with its tool results, and keeps reports that came too late', async () => {
  const delivered: string[] = []
  const undelivered: (() => void)[] = []
  const { agent, processes } = await open(
    [
      background('echo begun; read -r _; echo over'),
      call('process', { action: 'list' }),
      async () => {
        const { sessionId } = run
        await processes.of(sessionId)[0]?.live.write?.('\n')
        await expect.poll(() => processes.news.isPending(sessionId), { timeout: 20_000 }).toBe(true)
        return call('terminal', { command: 'true' })
      },
      text('Done.'),
    ],
    {
      steer: (_, said, onUndelivered) => {
        delivered.push(said)
        undelivered.push(onUndelivered)
        return true
      },
    },
  )
  const run = agent.run('go')
  const { sessionId } = await run.result
  expect(delivered).toHaveLength(1)
  expect(delivered[0]).toContain('over')
  expect(processes.news.isPending(sessionId)).toBe(false)
  for (const requeue of undelivered) requeue()
  expect(processes.news.isPending(sessionId)).toBe(true)
})

test('reports processes of an earlier agent once, to the session they belong to', async () => {
  const records = new Map<string, readonly ProcessRecord[]>([
    ['mine', [{ id: 'proc_1', sessionId: 'mine', command: 'npm run dev', startedAtMs: 0, output: 'ready\n' }]],
    ['other', [{ id: 'proc_2', sessionId: 'other', command: 'secret', startedAtMs: 0, output: '' }]],
  ])
  const stored: ProcessRecords = {
    save: async () => undefined,
    lost: async (id) => records.get(id) ?? [],
    forget: async (id) => void records.delete(id),
  }
  const { agent, transport, said } = await open([text('I see.'), text('Yes.')], { records: stored })
  await agent.run('hello', { sessionId: 'mine' }).result
  const shown = textOf(transport.requests[0]?.messages.at(-1)?.content ?? '')
  expect(shown).toContain('npm run dev')
  expect(shown).toContain('ended together with the program')
  expect(shown).not.toContain('secret')
  await agent.run('again', { sessionId: 'mine' }).result
  expect((await said('mine')).filter((line) => news.test(line))).toHaveLength(1)
  expect([...records.keys()]).toEqual(['other'])
})

test('does not repeat what the conversation contains, but reports lines that match again', async () => {
  const report = { session_id: 'proc_1', command: 'npm test', status: 'exited', exit_code: 0, output: '' }
  const line = { session_id: 'proc_2', command: 'npm run dev', status: 'running', matched: ['ready'], at: '1' }
  const { agent, processes, transport } = await open([text('I see.')])
  const given = [report, line, { ...line, at: '2' }]
  for (const each of given) processes.news.add('mine', { processId: each.session_id, report: each })
  await agent.run(formatProcessReports([report, line], wakeHeading), { sessionId: 'mine' }).result
  const shown = textOf(transport.requests[0]?.messages.at(-1)?.content ?? '')
  expect(processReportsIn(shown)).toEqual(given)
  expect(processes.news.isPending('mine')).toBe(false)
})

test('reports to a resumed turn after the results of its calls', async () => {
  const { agent, processes, transport, store } = await open([text('I see.'), text('Yes.')])
  const cut = { id: 'c1', type: 'function', function: { name: 'terminal', arguments: '{}' } } as const
  const begun = [
    { role: 'user', content: 'build it' },
    { role: 'assistant', content: '', tool_calls: [cut] },
  ] as const
  await store.sessions.create({ id: 'mine', source: 'test', startedAtMs: 0 })
  for (const message of begun) await store.messages.append('mine', [{ message, timestampMs: 0 }])
  const report = { session_id: 'proc_1', command: 'npm test', status: 'exited', exit_code: 0, output: '' }
  processes.news.add('mine', { processId: 'proc_1', report })
  await agent.resume('mine').result
  const [asked] = transport.requests
  expect(asked?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  expect(processReportsIn(textOf(asked?.messages.at(-1)?.content ?? ''))).toEqual([report])
  await agent.run('thanks', { sessionId: 'mine' }).result
  expect(transport.requests[1]?.messages.slice(0, 4)).toEqual(asked?.messages)
})

test('ends the processes of a session together with the session', async () => {
  const { agent, processes } = await open([background('echo begun; sleep 73'), text('Started.')])
  const { sessionId } = await agent.run('go').result
  expect(processes.of(sessionId)).toHaveLength(1)
  await agent.session(sessionId).end('new_session')
  expect(processes.of(sessionId)).toEqual([])
})
