import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject, RunResult } from '@hermes/core'
import { TransportError, textOf } from '@hermes/core'
import { type Answer, call, calls, type FakeProvider, fail, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'
import type { Surface } from '../../runtime-options.js'
import type { ConfigInput } from '../../schema/config-schema.js'

interface Setup {
  readonly config?: ConfigInput
  readonly surface?: Partial<Surface>
}

async function open(provider: FakeProvider, { config = {}, surface = {} }: Setup = {}) {
  const paths = await tempHome()
  const workingDirectory = await tempFolder()
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'large', context_length: 100_000 }
  const overrides = { agent: { api_max_retries: 0 }, ...config, model }
  const variables = { PATH: process.env.PATH, HOME: paths.home }
  const loaded = await loadConfig({ paths, variables, overrides })
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'cli', ...surface } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  await writeFile(join(workingDirectory, 'AGENTS.md'), 'Answer in rhyme.\n')
  await writeFile(join(paths.home, 'SOUL.md'), 'You are Ada.\n')
  await writeFile(join(workingDirectory, 'a.txt'), 'apples\n')
  return { runtime, workingDirectory }
}

const isChild = (body: JsonObject) => JSON.stringify(body.messages).includes('working for another agent')
const hand = (args: JsonObject) => call('delegate_task', args)

/** Returns a script that delegates the task and ends. The child answers from a separate script. */
function script(task: Answer, child: readonly Answer[]) {
  let asked = 0
  return (body: JsonObject) => {
    if (isChild(body)) return child[asked++] ?? text('The script is over.')
    return JSON.stringify(body.messages).includes('"role":"tool"') ? text('Done.') : task
  }
}

function outcomes({ messages }: RunResult) {
  const contents = messages.flatMap((message) => (message.role === 'tool' ? textOf(message.content) : []))
  return contents.flatMap((content) => JSON.parse(content).results)
}

function toolsOf(body: JsonObject): readonly string[] {
  const tools: readonly { readonly function: { readonly name: string } }[] = JSON.parse(
    JSON.stringify(body.tools ?? []),
  )
  return tools.map((tool) => tool.function.name)
}

test('gives a child the tools and environment of its parent, but not its identity or history', async () => {
  await using provider = await startFakeProvider({
    script: script(hand({ goal: 'Read a.txt.' }), [call('read_file', { path: 'a.txt' }), text('Apples.')]),
  })
  const { runtime, workingDirectory } = await open(provider, { surface: { ask: async () => undefined } })
  const result = await runtime.agent.run('The secret is 42.').result
  expect(outcomes(result)).toMatchObject([{ status: 'completed', summary: 'Apples.', tool_calls: 1 }])
  const [parent, child, afterRead] = provider.requests.map(({ body }) => body)
  const prompt = JSON.stringify(child)
  for (const part of ['Answer in rhyme.', workingDirectory, 'Read a.txt.']) expect(prompt).toContain(part)
  for (const part of ['You are Ada', '42']) expect(prompt).not.toContain(part)
  expect(JSON.stringify(afterRead)).toContain('apples')
  expect(toolsOf(parent ?? {})).toEqual(expect.arrayContaining(['delegate_task', 'clarify', 'read_file']))
  expect(toolsOf(child ?? {})).toEqual(
    toolsOf(parent ?? {}).filter((name) => !/^(delegate_task|clarify|memory|skill_manage|cronjob)$/.test(name)),
  )
})

test('uses the requested toolsets, or the default of the config', async () => {
  const config = { delegation: { default_toolsets: ['file'] } }
  await using provider = await startFakeProvider({
    script: script(calls([hand({ goal: 'x' }), hand({ goal: 'y', toolsets: ['todo'] })]), [text('x'), text('y')]),
  })
  const { runtime } = await open(provider, { config })
  await runtime.agent.run('go').result
  const children = provider.requests.map(({ body }) => body).filter(isChild)
  const named = children.map((body) => toolsOf(body).includes('read_file'))
  expect(named.sort()).toEqual([false, true])
  expect(children.map((body) => toolsOf(body).length).sort()).toEqual([1, 4])
})

test('lets orchestrators delegate up to the configured depth', async () => {
  const onward = hand({ goal: 'deeper', role: 'orchestrator' })
  await using provider = await startFakeProvider({
    script: (body) => (JSON.stringify(body.messages).includes('"role":"tool"') ? text('Done.') : onward),
  })
  const { runtime } = await open(provider, { config: { delegation: { max_spawn_depth: 2 } } })
  const run = runtime.agent.run('go')
  await run.result
  const [child] = await runtime.store.sessions.find({ parentSessionId: run.sessionId })
  const [grandchild] = await runtime.store.sessions.find({ parentSessionId: child?.id ?? '' })
  expect(grandchild?.endReason).toBe('completed')
  expect(await runtime.store.sessions.find({ parentSessionId: grandchild?.id ?? '' })).toEqual([])
  const children = provider.requests.map(({ body }) => toolsOf(body).includes('delegate_task'))
  expect(children).toContain(false)
})

test("lets children with the conversation's model use its fallbacks", async () => {
  await using spare = await startFakeProvider({ script: text('From the spare one.') })
  await using provider = await startFakeProvider({
    script: (body) => (isChild(body) ? fail(new TransportError('auth', 'No.', { status: 401 })) : hand({ goal: 'x' })),
  })
  const { runtime } = await open(provider, {
    config: { fallback_providers: [{ provider: 'custom', base_url: spare.baseUrl, model: 'spare' }] },
  })
  const run = runtime.agent.run('go')
  await spare.request(1)
  run.interrupt()
  expect(isChild(spare.requests[0]?.body ?? {})).toBe(true)
  await run.result
})

test('gives children with another model no fallbacks', async () => {
  await using spare = await startFakeProvider({ script: text('From the spare one.') })
  await using cheap = await startFakeProvider({ script: fail(new TransportError('auth', 'No.', { status: 401 })) })
  await using provider = await startFakeProvider({ script: script(hand({ goal: 'x' }), []) })
  const { runtime } = await open(provider, {
    config: {
      fallback_providers: [{ provider: 'custom', base_url: spare.baseUrl, model: 'spare' }],
      delegation: { base_url: cheap.baseUrl, model: 'small' },
    },
  })
  const result = await runtime.agent.run('go').result
  expect(outcomes(result)).toMatchObject([{ status: 'failed' }])
  expect(cheap.requests.map(({ body }) => body.model)).toEqual(['small'])
  expect(spare.requests).toEqual([])
})

test('returns an unusable provider as the result of the call, without starting a child', async () => {
  await using provider = await startFakeProvider({ script: script(hand({ goal: 'x' }), []) })
  const { runtime } = await open(provider, { config: { delegation: { provider: 'anthropic', model: 'x' } } })
  const run = runtime.agent.run('go')
  const { messages, outcome } = await run.result
  expect(outcome.status).toBe('completed')
  expect(textOf(messages.find(({ role }) => role === 'tool')?.content ?? '')).toMatch(/anthropic/i)
  expect(await runtime.store.sessions.find({ parentSessionId: run.sessionId })).toEqual([])
})

test.each([
  ['nobody can be asked', {}, 'denied'],
  ['the person at the root says yes', { ask: async () => ({ decision: 'once' }) as const }, 'run'],
])('handles a dangerous command of a child when %s', async (_, surface, expected) => {
  await using provider = await startFakeProvider({
    script: script(hand({ goal: 'x' }), [call('terminal', { command: 'rm -rf build' }), text('Said.')]),
  })
  const { runtime } = await open(provider, { surface })
  const events: string[] = []
  for await (const event of runtime.agent.run('go')) {
    if (event.type !== 'subagent-event') continue
    if (event.event.type === 'question-open') {
      const { sessionId, rootSessionId } = event.event.question
      events.push(sessionId === rootSessionId ? 'asks for itself' : 'asks at the root')
    }
    if (event.event.type === 'tool-end') events.push(event.event.isError ? 'denied' : 'run')
  }
  expect(events).toEqual(expected === 'run' ? ['asks at the root', 'run'] : ['denied'])
})

test('shows background children with their activity', async () => {
  const answer = Promise.withResolvers<void>()
  await using provider = await startFakeProvider({
    script: async (body) => {
      if (!isChild(body)) return script(hand({ goal: 'Count.', background: true }), [])(body)
      await answer.promise
      return text('Three.')
    },
  })
  const told = Promise.withResolvers<string>()
  const { runtime } = await open(provider, { surface: { keepsRunning: true, tell: told.resolve } })
  const { sessionId } = await runtime.agent.run('go').result
  expect(runtime.subagents.of(sessionId)).toMatchObject([
    { parentId: sessionId, depth: 1, goal: 'Count.', state: 'running', doing: expect.stringMatching(/./) },
  ])
  expect(runtime.subagents.of('another')).toEqual([])
  answer.resolve()
  await told.promise
  expect(runtime.subagents.of(sessionId)).toEqual([])
})

test('runs children in the background in a long-lived process, and reports their end', async () => {
  await using provider = await startFakeProvider({
    script: script(hand({ goal: 'Count.', background: true }), [text('From the background.')]),
  })
  const told = Promise.withResolvers<string>()
  const { runtime } = await open(provider, { surface: { keepsRunning: true, tell: told.resolve } })
  expect((await runtime.tools()).map(({ name }) => name)).toContain('delegations')
  const { messages } = await runtime.agent.run('go').result
  const content = textOf(messages.find(({ role }) => role === 'tool')?.content ?? '')
  expect(JSON.parse(content).started).toMatchObject([{ goal: 'Count.' }])
  expect(await told.promise).toMatch(/completed: Count\./)
})

/** An agent of another program that works until it is told to stop, and then writes a note about it. */
const endless = `
const { createInterface } = require('node:readline')
const { writeFileSync } = require('node:fs')
let prompt
const send = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') send(id, { protocolVersion: 1, agentCapabilities: {} })
  else if (method === 'session/new') send(id, { sessionId: 's1' })
  else if (method === 'session/prompt') prompt = id
  else if (method === 'session/cancel') {
    writeFileSync('cancelled.txt', 'yes')
    send(prompt, { stopReason: 'cancelled' })
  }
})`

test('lets a person end the work of another program', async () => {
  await using provider = await startFakeProvider({ script: script(hand({ goal: 'Count.', agent: 'other' }), []) })
  const other = { command: process.execPath, args: ['-e', endless] }
  const { runtime, workingDirectory } = await open(provider, { config: { acp_agents: { other } } })
  const run = runtime.agent.run('go')
  const running = () => runtime.subagents.of(run.sessionId)
  await expect.poll(() => running().map(({ doing }) => doing), { timeout: 10_000 }).toEqual(['thinking'])
  expect(runtime.subagents.interrupt(run.sessionId, running()[0]?.id ?? '')).toBe(true)
  const result = await run.result
  expect(outcomes(result)).toMatchObject([
    { status: 'interrupted', problem: expect.stringMatching(/A person stopped/) },
  ])
  expect(result.outcome).toMatchObject({ status: 'completed', text: 'Done.' })
  await expect.poll(() => existsSync(join(workingDirectory, 'cancelled.txt'))).toBe(true)
})

test('waits for children in a process that does not keep running', async () => {
  await using provider = await startFakeProvider({
    script: script(hand({ goal: 'Count.', background: true }), [text('Three.')]),
  })
  const { runtime } = await open(provider)
  expect((await runtime.tools()).map(({ name }) => name)).not.toContain('delegations')
  expect(outcomes(await runtime.agent.run('go').result)).toMatchObject([{ status: 'completed', summary: 'Three.' }])
})
