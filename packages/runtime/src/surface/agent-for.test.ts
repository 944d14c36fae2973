import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Choice, ConfigError, type JsonObject } from '@hermes/core'
import { keptModel } from '@hermes/core/sessions'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../testing/open-host.js'
import { tempFolder, tempHome } from '../../testing/temp-home.js'

type Script = NonNullable<Parameters<typeof startFakeProvider>[0]>['script']

async function open(script: Script, config = '', catalog?: JsonObject) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  const model = `{ provider: custom, base_url: "${provider.baseUrl}", default: large, context_length: 100000 }`
  const paths = await tempHome({
    config: `model: ${model}\n${config}`,
    env: 'OPENROUTER_API_KEY=a-key-for-it\nOPENAI_API_KEY=another-key\n',
  })
  if (catalog) {
    await mkdir(paths.cache, { recursive: true })
    await writeFile(join(paths.cache, 'models.json'), JSON.stringify(catalog))
  }
  const workingDirectory = await tempFolder()
  const runtime = await (await testHost({ paths })).open({}, workingDirectory)
  return { provider, runtime, workingDirectory }
}

const systemOf = (body: JsonObject | undefined) => JSON.stringify(body?.messages).split('"role":"user"')[0]

test('returns the configured agent for an empty choice, and the same agent for the same choice', async () => {
  const { provider, runtime } = await open(text('Hello.'))
  const { agent, model } = await runtime.agentFor({})
  const reference = { model: 'large', provider: 'custom', baseUrl: provider.baseUrl, contextWindow: 100_000 }
  expect(model).toEqual({ id: 'large', provider: 'custom', contextWindow: 100_000, reference })
  expect((await runtime.agentFor(reference)).model).toEqual(model)
  expect((await runtime.agentFor({})).agent).toBe(agent)
  const small = await runtime.agentFor({ model: 'small' })
  expect(small.agent).not.toBe(agent)
  expect((await runtime.agentFor({ model: 'small' })).agent).toBe(small.agent)
})

test('sends the chosen model and reasoning, and keeps the prompt of a resumed session', async () => {
  const { provider, runtime } = await open(() => text('Hello.'))
  const first = await runtime.agentFor({ personality: 'concise' })
  const { sessionId } = await first.agent.run('one').result
  const second = await runtime.agentFor({ model: 'small', reasoning: 'high', personality: 'teacher' })
  await second.agent.run('two', { sessionId }).result
  const [before, after] = provider.requests.map(({ body }) => body)
  expect(after).toMatchObject({ model: 'small', reasoning_effort: 'high' })
  expect(systemOf(after)).toBe(systemOf(before))
  expect(systemOf(before)).toContain('as few words')
  expect((await runtime.store.sessions.get(sessionId))?.model).toBe('small')
})

test('applies the chosen personality and toolsets to a new session', async () => {
  const { provider, runtime } = await open(text('Arr.'), 'personalities: { pirate: Talk like a pirate. }\n')
  const { agent } = await runtime.agentFor({ personality: 'pirate', toolsets: ['todo'] })
  await agent.run('hello').result
  const body = JSON.stringify(provider.requests[0]?.body)
  expect(body).toContain('Talk like a pirate.')
  expect(JSON.stringify(provider.requests[0]?.body.tools)).toContain('"todo"')
  expect(JSON.stringify(provider.requests[0]?.body.tools)).not.toContain('"terminal"')
})

test('uses the address and the first model of another provider', async () => {
  const { runtime } = await open(text('Hello.'))
  const { model } = await runtime.agentFor({ provider: 'openrouter', model: 'anthropic/claude-opus-4.6' })
  expect(model).toMatchObject({ provider: 'openrouter', id: 'anthropic/claude-opus-4.6' })
  expect(runtime.model).toMatchObject({ provider: 'custom', id: 'large' })
})

test('uses the address and context window of another server of the user', async () => {
  await using other = await startFakeProvider({ script: () => text('From the other.') })
  const { provider, runtime } = await open(text('Hello.'))
  const { agent, model } = await runtime.agentFor({ model: 'there', baseUrl: other.baseUrl, contextWindow: 9_000 })
  expect(model).toMatchObject({ id: 'there', provider: 'custom', contextWindow: 9_000 })
  expect(await agent.chat('one')).toBe('From the other.')
  expect(provider.requests).toHaveLength(0)
  const { sessionId } = await agent.run('two').result
  const record = await runtime.store.sessions.get(sessionId)
  expect(record && keptModel.of(record)).toEqual(model.reference)
})

test('requests priority processing from OpenAI in fast mode, and rejects models without it', async () => {
  const { provider, runtime } = await open(() => text('Hello.'))
  const there = { provider: 'openai', baseUrl: provider.baseUrl, apiMode: 'chat_completions', speed: 'fast' } as const
  const { agent } = await runtime.agentFor({ ...there, model: 'gpt-5.2' })
  await agent.run('one').result
  await (await runtime.agentFor({ ...there, model: 'gpt-5.2', reasoning: 'low' })).agent.run('two').result
  expect(provider.requests.map(({ body }) => body.service_tier)).toEqual(['priority', 'priority'])
  await expect(runtime.agentFor({ ...there, model: 'gpt-5-nano' })).rejects.toThrow(
    'gpt-5-nano (openai) cannot answer faster: openai has no fast mode for gpt-5-nano.',
  )
  await expect(runtime.agentFor({ speed: 'fast' })).rejects.toThrow('custom has no fast mode')
})

test('requests it at the beginning of each turn, or only of the first one', async () => {
  const answers = () => text('Hello.')
  const { provider, runtime } = await open(answers)
  const there = {
    provider: 'openai',
    baseUrl: provider.baseUrl,
    apiMode: 'chat_completions',
    model: 'gpt-5.2',
  } as const
  const tiersOf = async (speed: Choice['speed'] & string) => {
    const before = provider.requests.length
    const { agent } = await runtime.agentFor({ ...there, speed })
    const { sessionId } = await agent.run('one').result
    await agent.run('two', { sessionId }).result
    return provider.requests.slice(before).map(({ body }) => body.service_tier)
  }
  expect(await tiersOf('auto')).toEqual(['priority', 'priority'])
  expect(await tiersOf('cold')).toEqual(['priority', undefined])
})

test('prices fast calls at the price of the fast mode, and reports no cost for them without one', async () => {
  const cost = { input: 1, output: 2 }
  const limit = { context: 100_000 }
  const models = {
    'gpt-5.2': { limit, cost, experimental: { modes: { fast: { cost: { input: 10, output: 20 } } } } },
    'gpt-5.1': { limit, cost },
  }
  const catalog = { source: 'models.dev', snapshot: '2100-01-01', providers: { openai: { models } } }
  const { provider, runtime } = await open(() => text('Hello.'), '', catalog)
  const there = { provider: 'openai', baseUrl: provider.baseUrl, apiMode: 'chat_completions' } as const
  const costOfCall = async (choice: Choice) => {
    const { agent, model } = await runtime.agentFor({ ...there, ...choice })
    const { usage } = await agent.run('one').result
    const { inputTokens, outputTokens } = usage
    return { cost: usage.cost, price: model.price?.input, perInput: { inputTokens, outputTokens } }
  }
  const standard = await costOfCall({ model: 'gpt-5.2' })
  const fast = await costOfCall({ model: 'gpt-5.2', speed: 'fast' })
  const { inputTokens, outputTokens } = standard.perInput
  expect(standard).toMatchObject({ price: 1_000_000, cost: { microUsd: inputTokens + 2 * outputTokens } })
  expect(fast).toMatchObject({ price: 10_000_000, cost: { microUsd: 10 * inputTokens + 20 * outputTokens } })
  const unknown = await costOfCall({ model: 'gpt-5.1', speed: 'fast' })
  expect(unknown).toMatchObject({ price: undefined, cost: { status: 'unknown' } })
})

test.each<[string, Choice, RegExp]>([
  ['provider', { provider: 'openruter' }, /openruter/],
  ['key', { provider: 'anthropic', model: 'claude-opus-4-6' }, /ANTHROPIC_API_KEY/],
  ['toolset', { toolsets: ['fiel'] }, /There is no toolset "fiel"/],
  ['personality', { personality: 'concice' }, /did you mean "concise"/],
])('rejects a choice with an unknown %s and says what to do', async (_, choice, message) => {
  const { runtime } = await open(text('Hello.'))
  const refused = runtime.agentFor(choice)
  await expect(refused).rejects.toSatisfy(ConfigError.is)
  await expect(refused).rejects.toThrow(message)
})

test('rejects an unlisted model and suggests the most similar one', async () => {
  const { createServer } = await import('node:http')
  const server = createServer((_, response) => void response.end('{"data":[{"id":"large"},{"id":"small-one"}]}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  const config = `model: { provider: custom, base_url: "http://127.0.0.1:${port}/v1", default: large, context_length: 9000 }\n`
  const runtime = await (await testHost({ paths: await tempHome({ config }) })).open()
  await expect(runtime.agentFor({ model: 'smal-one' })).rejects.toThrow('did you mean "small-one"?')
  expect((await runtime.agentFor({ model: 'small-one' })).model.id).toBe('small-one')
})

test.each<[Choice, boolean]>([
  [{}, true],
  [{ approvals: 'off' }, false],
])('blocks a dangerous command with the choice %j: %s', async (choice, isHeld) => {
  const { runtime, workingDirectory } = await open([call('terminal', { command: 'rm -rf ./build' }), text('Done.')])
  await mkdir(join(workingDirectory, 'build'))
  const { agent } = await runtime.agentFor(choice)
  await agent.run('clean').result
  const isThere = await stat(join(workingDirectory, 'build')).then(
    () => true,
    () => false,
  )
  expect(isThere).toBe(isHeld)
})

test("prefers a person's answer for a session to the session's choice", async () => {
  const { runtime, workingDirectory } = await open([call('terminal', { command: 'rm -rf ./build' }), text('Done.')])
  await mkdir(join(workingDirectory, 'build'))
  runtime.approvals.setMode('s', 'manual')
  const { agent } = await runtime.agentFor({ approvals: 'off' })
  await agent.run('clean', { sessionId: 's' }).result
  expect((await stat(join(workingDirectory, 'build'))).isDirectory()).toBe(true)
})

test('gives sub-agents the model and tools of the choice', async () => {
  const script = (body: JsonObject) => {
    if (JSON.stringify(body.messages).includes('working for another agent')) return text('Child.')
    return JSON.stringify(body.messages).includes('"role":"tool"')
      ? text('Done.')
      : call('delegate_task', { goal: 'Look.' })
  }
  const { provider, runtime } = await open(script)
  const { agent } = await runtime.agentFor({ model: 'small', toolsets: ['delegation', 'todo'] })
  await agent.run('hand on').result
  const child = provider.requests
    .map(({ body }) => body)
    .find((body) => JSON.stringify(body).includes('working for another'))
  expect(child).toMatchObject({ model: 'small' })
  expect(JSON.stringify(child?.tools)).toContain('"todo"')
  expect(JSON.stringify(child?.tools)).not.toContain('"terminal"')
})

test('ignores the parts of a choice that the machine fixes, and names them', async () => {
  const paths = await tempHome({ config: 'model: { provider: offline }\n' })
  await writeFile(paths.managed, 'approvals: { mode: manual }\nagent: { reasoning_effort: low }\n')
  const runtime = await (await testHost({ paths })).open({}, await tempFolder())
  const plain = await runtime.agentFor({})
  const chosen = await runtime.agentFor({ approvals: 'off', reasoning: 'high' })
  expect(chosen.agent).toBe(plain.agent)
  expect(chosen.fixed).toEqual({ fields: ['reasoning', 'approvals'], by: paths.managed })
  expect((await runtime.agentFor({ personality: 'concise' })).agent).not.toBe(plain.agent)
})
