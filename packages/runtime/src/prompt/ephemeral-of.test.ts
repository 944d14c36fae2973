import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, type JsonObject } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { testHost } from '../../testing/open-host.js'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { checkConfig } from '../checks/describe-config.js'

type Script = NonNullable<Parameters<typeof startFakeProvider>[0]>['script']

const examples = [
  { role: 'user', content: 'What is 1 + 1?' },
  { role: 'assistant', content: 'Two, Captain.' },
]

interface Given {
  readonly script?: Script
  readonly config?: string
  readonly prefill?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Creates a home with a file of examples. */
async function setUp({ script = () => text('Aye.'), config = '', prefill, variables = {} }: Given = {}) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  const model = `model: { provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }\n`
  const paths = await tempHome({ config: model + config })
  await writeFile(join(paths.home, 'examples.json'), prefill ?? JSON.stringify(examples))
  return {
    paths,
    provider,
    write: (other: string) => writeFile(paths.config, model + other),
    open: () => testHost({ paths, variables: { HOME: paths.home, PATH: process.env.PATH, ...variables } }),
  }
}

const messagesOf = ({ messages }: JsonObject) => (Array.isArray(messages) ? messages : [])
const systemOf = (body: JsonObject) => JSON.stringify(messagesOf(body)[0])

test('adds the prompt and the examples to each request, and stores neither', async () => {
  const config = 'agent: { system_prompt: Call me Captain., prefill_messages_file: examples.json }\n'
  const { provider, open } = await setUp({ config, script: [call('todo', {}), text('Aye.'), text('Aye again.')] })
  const { agent, store } = await (await open()).open({ source: 'cli' })
  const { sessionId } = await agent.run('one').result
  await agent.run('two', { sessionId }).result
  const bodies = provider.requests.map(({ body }) => body)
  expect(bodies).toHaveLength(3)
  for (const body of bodies) {
    expect(systemOf(body)).toMatch(/Call me Captain\."\}$/)
    expect(messagesOf(body).slice(1, 4)).toEqual([...examples, { role: 'user', content: 'one' }])
  }
  // Each request begins with the bytes of the previous one.
  for (const [index, body] of bodies.slice(1).entries()) {
    const before = JSON.stringify(messagesOf(bodies[index] ?? {}))
    expect(JSON.stringify(messagesOf(body)).startsWith(before.slice(0, -1))).toBe(true)
  }
  const stored = JSON.stringify([await store.sessions.get(sessionId), await store.messages.load(sessionId)])
  expect(stored).toContain('Aye again.')
  expect(stored).not.toMatch(/Captain/)
})

test('applies a change to a session in progress, and leaves its stored prompt unchanged', async () => {
  const { provider, write, open } = await setUp({ config: 'agent: { system_prompt: Call me Captain. }\n' })
  const { agentFor, store } = await (await open()).open()
  const { sessionId } = await (await agentFor({})).agent.run('one').result
  const before = (await store.sessions.get(sessionId))?.systemPrompt
  await write('agent: { system_prompt: Call me Ishmael., prefill_messages_file: examples.json }\n')
  await (await agentFor({})).agent.run('two', { sessionId }).result
  const [first, second] = provider.requests.map(({ body }) => body)
  expect(systemOf(second ?? {})).toBe(systemOf(first ?? {}).replace('Captain', 'Ishmael'))
  expect(messagesOf(second ?? {}).slice(1, 3)).toEqual(examples)
  expect(before).toBeTypeOf('string')
  expect((await store.sessions.get(sessionId))?.systemPrompt).toBe(before)
})

test('passes both to a sub-agent', async () => {
  const isChild = (body: JsonObject) => JSON.stringify(body).includes('working for another agent')
  const script = (body: JsonObject) => {
    const isDone = isChild(body) || JSON.stringify(body.messages).includes('"role":"tool"')
    return isDone ? text('Done.') : call('delegate_task', { goal: 'Look.' })
  }
  const config = 'agent: { system_prompt: Call me Captain., prefill_messages_file: examples.json }\n'
  const { provider, open } = await setUp({ config, script })
  await (await (await open()).open()).agent.run('hand on').result
  const child = provider.requests.map(({ body }) => body).find(isChild) ?? {}
  expect(systemOf(child)).toContain('Call me Captain.')
  expect(messagesOf(child).slice(1, 3)).toEqual(examples)
})

test.each([
  ['variables', '', { HERMES_EPHEMERAL_SYSTEM_PROMPT: 'Be brief.', HERMES_PREFILL_MESSAGES_FILE: '~/examples.json' }],
  [
    'the names of the Hermes Agent in Python',
    'prefill_messages_file: examples.json\nagent: { system_prompt: Be brief. }\n',
    {},
  ],
])('reads %s', async (_, config, variables) => {
  const { provider, open } = await setUp({ config, variables })
  await (await (await open()).open()).agent.run('one').result
  const body = provider.requests[0]?.body ?? {}
  expect(systemOf(body)).toContain('Be brief.')
  expect(messagesOf(body).slice(1, 3)).toEqual(examples)
})

test.each([
  ['[{', /examples\.json \(agent\.prefill_messages_file\) is not valid JSON: it must be a list/],
  ['{ "messages": [] }', /must be a list of messages/],
  [
    '[{ "role": "user", "content": "a" }, { "role": "system", "content": "b" }]',
    /^Message 2 of .* must have the role user or assistant/,
  ],
  ['[{ "role": "user", "content": "" }]', /^Message 1 of .* a text as its content/],
  ['[{ "role": "assistant", "content": "a", "tool_calls": [] }]', /^Message 1 of .* and nothing else/],
])('refuses the file %j and says what to do', async (prefill, message) => {
  const { paths, open } = await setUp({ prefill, config: 'agent: { prefill_messages_file: examples.json }\n' })
  const refused = open().then((host) => host.open())
  await expect(refused).rejects.toSatisfy(ConfigError.is)
  await expect(refused).rejects.toThrow(message)
  expect(await checkConfig(paths, {})).toContainEqual({
    level: 'error',
    path: 'agent.prefill_messages_file',
    text: expect.stringMatching(message),
  })
})

test('refuses a missing file, and keeps the previous settings when they name one later', async () => {
  const { paths, provider, write, open } = await setUp({ config: 'agent: { system_prompt: Be brief. }\n' })
  const told: unknown[] = []
  const { agentFor } = await (await open()).open({ onConfigChange: (change) => void told.push(change) })
  await write('agent: { prefill_messages_file: none.json }\n')
  await (await agentFor({})).agent.run('one').result
  const message = `There is no file ${join(paths.home, 'none.json')}: correct agent.prefill_messages_file, or create the file.`
  expect(told).toMatchObject([{ status: 'refused', error: { message } }])
  expect(systemOf(provider.requests[0]?.body ?? {})).toContain('Be brief.')
  await expect((await open()).open({}, await tempFolder())).rejects.toThrow(message)
})
