import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { homePaths, openHost } from '@hermes/runtime'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, referenceServers, startEverything } from './start-everything.js'

type Script = NonNullable<Parameters<typeof startFakeProvider>[0]>['script']

/** Opens an agent with these servers, and a person who allows everything. */
async function open(servers: Readonly<Record<string, JsonObject>>, script: Script) {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-mcp-'))
  const provider = await startFakeProvider({ script })
  const config = {
    model: { provider: 'custom', base_url: provider.baseUrl, default: 'm', context_length: 200_000 },
    approvals: { mode: 'manual' },
    tools: { tool_search: 'off' },
    mcp_servers: Object.fromEntries(Object.entries(servers).map(([name, own]) => [name, { trust: 'full', ...own }])),
  }
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config), { mode: 0o600 })
  const host = await openHost({ paths: homePaths(folder), variables: { PATH: process.env.PATH, HOME: folder } })
  const asked: Question[] = []
  const ask = async (question: Question) => {
    asked.push(question)
    return question.kind === 'approval' ? ({ decision: 'once' } as const) : { text: question.choices[0] ?? '' }
  }
  const runtime = await host.open({ surface: { source: 'test', ask }, workingDirectory: folder })
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]()
    await host[Symbol.asyncDispose]()
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const results = () => JSON.stringify(provider.requests.at(-1)?.body.messages)
  return { folder, runtime, asked, results, provider }
}

const program = (file: string, ...args: readonly string[]) => ({ command: process.execPath, args: [file, ...args] })

test('works with the reference servers for files and memory', async () => {
  const notes = mkdtempSync(join(tmpdir(), 'hermes-notes-'))
  onTestFinished(() => rmSync(notes, { recursive: true, force: true }))
  writeFileSync(join(notes, 'a.txt'), 'buy plums')
  const { runtime, asked, results } = await open(
    {
      files: program(referenceServers.filesystem, notes),
      memory: { ...program(referenceServers.memory), env: { MEMORY_FILE_PATH: join(notes, 'memory.json') } },
    },
    [
      call('mcp_files_read_text_file', { path: join(notes, 'a.txt') }),
      call('mcp_files_write_file', { path: join(notes, 'b.txt'), content: 'pears' }),
      call('mcp_files_read_text_file', { path: '/etc/passwd' }),
      call('mcp_memory_create_entities', {
        entities: [{ name: 'Ada', entityType: 'person', observations: ['likes plums'] }],
      }),
      call('mcp_memory_search_nodes', { query: 'plums' }),
      text('Done.'),
    ],
  )
  const { outcome } = await runtime.agent.run('go').result
  expect(outcome.status).toBe('completed')
  expect(results()).toContain('buy plums')
  expect(results()).toMatch(/[Aa]ccess denied/)
  expect(results()).toContain('likes plums')
  expect(readFileSync(join(notes, 'b.txt'), 'utf8')).toBe('pears')
  // Calls that only read are not asked about.
  expect(asked.map(({ tool }) => tool)).toEqual(['mcp_files_write_file', 'mcp_memory_create_entities'])
})

const everythingTurn = [
  call('mcp_every_echo', { message: 'over the wire' }),
  call('mcp_every_get-tiny-image', {}),
  call('mcp_every_trigger-long-running-operation', { duration: 1, steps: 3 }),
  call('mcp_every_list_resources', {}),
  text('Done.'),
]

test.each(['stdio', 'streamableHttp', 'sse'] as const)(
  'works with the server for everything, over %s',
  async (kind) => {
    const server =
      kind === 'stdio' ? program(referenceServers.everything, 'stdio') : { url: (await startEverything(kind)).url }
    const { runtime, results } = await open({ every: server }, everythingTurn)
    const progress: string[] = []
    const contents: unknown[] = []
    const run = runtime.agent.run('go')
    for await (const event of run) {
      if (event.type === 'tool-progress') progress.push(event.text)
      if (event.type === 'tool-end') contents.push(event.message.content)
    }
    expect((await run.result).outcome.status).toBe('completed')
    expect(results()).toContain('over the wire')
    expect(JSON.stringify(contents[1])).toContain('data:image/png;base64,')
    expect(progress.length).toBeGreaterThan(1)
    expect(results()).toContain('demo://resource')
  },
)

test('finds a server on the network again after it was killed', async () => {
  const port = await freePort()
  const first = await startEverything('streamableHttp', port)
  const { runtime, results } = await open({ every: { url: first.url } }, [
    call('mcp_every_echo', { message: 'one' }),
    text('Done.'),
    call('mcp_every_echo', { message: 'two' }),
    text('Done.'),
    call('mcp_every_echo', { message: 'three' }),
    text('Done.'),
  ])
  const { sessionId } = await runtime.agent.run('go').result
  first.process.kill('SIGKILL')
  await runtime.agent.run('go', { sessionId }).result
  expect(results()).toMatch(/could not be reached|was lost|failed/)
  await startEverything('streamableHttp', port)
  await runtime.agent.run('go', { sessionId }).result
  expect(results()).toContain('three')
})
