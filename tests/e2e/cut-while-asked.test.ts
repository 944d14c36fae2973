import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QuestionAnswer } from '@hermes/core/questions'
import { call, type FakeProvider, type Reply, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const key = 'made-up-gateway-key'
const remove = call('terminal', { command: 'rm -rf ./old.txt' })
const clarify = call('clarify', { question: 'Which colour?', choices: ['red', 'blue'] })
const named = z.object({ id: z.string() })
const runObject = named.extend({ status: z.string() })
const questionList = z.object({ data: z.array(named) })
const request = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) })

let sandbox: Sandbox
let fake: FakeProvider | undefined
let running: Hermes | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  await fake?.close()
  sandbox[Symbol.dispose]()
})

async function openProvider(script: readonly Reply[]): Promise<FakeProvider> {
  fake = await startFakeProvider({ script })
  const model = `model: { provider: custom, base_url: "${fake.baseUrl}", default: m, api_key: test-key }\n`
  sandbox.writeHome('config.yaml', `${model}auxiliary: { title_generation: { enabled: false } }\n`)
  return fake
}

async function openGateway() {
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key } })
  running = gateway
  const [, url = ''] = await gateway.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const send = async (path: string, body?: object): Promise<unknown> => {
    const post = body && { method: 'POST', body: JSON.stringify(body) }
    return (await fetch(url + path, { headers, ...post })).json()
  }
  return {
    start: async (input: string) => runObject.parse(await send('/v1/runs', { input, interactive: true })).id,
    statusOf: async (id: string) => runObject.parse(await send(`/v1/runs/${id}`)).status,
    answer: (question: string, answer: QuestionAnswer) => send(`/api/questions/${question}`, { answer }),
    openQuestions: async () => questionList.parse(await send('/api/questions')).data.map(({ id }) => id),
    async end(signal: NodeJS.Signals) {
      gateway.process.kill(signal)
      await gateway.ended
    },
  }
}

const isThere = () => existsSync(join(sandbox.workspace, 'old.txt'))

test.each([
  ['killed', 'SIGKILL', '[Not run: the program ended before this call was approved, and nothing was done.'],
  ['stopped', 'SIGTERM', '[cancelled before this call had started, so nothing was done:'],
] as const)(
  'a turn whose gateway is %s while it asks goes on: the model reads that its call did not run, and the same call is asked about again',
  { timeout: 120_000 },
  async (_, signal, result) => {
    sandbox.write('old.txt', 'x')
    const fake = await openProvider([remove, remove, text('It is gone.')])
    const first = await openGateway()
    const run = await first.start('clean up')
    await expect.poll(first.openQuestions, { timeout: 20_000 }).toHaveLength(1)
    const asked = await first.openQuestions()
    await first.end(signal)

    const second = await openGateway()
    const { messages } = request.parse((await fake.request(2)).body)
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining(result) })
    expect(JSON.stringify(messages)).not.toContain('the user interrupted')
    await expect.poll(second.openQuestions, { timeout: 20_000 }).toEqual([expect.not.stringMatching(String(asked))])
    expect(isThere()).toBe(true)
    const [again = ''] = await second.openQuestions()
    await second.answer(again, { decision: 'once' })
    await expect.poll(() => second.statusOf(run), { timeout: 20_000 }).toBe('completed')
    expect(isThere()).toBe(false)
    expect(fake.requests).toHaveLength(3)
  },
)

test.each([
  ['killed', 'SIGKILL', '[Not answered: the program ended before the user had answered.'],
  ['stopped', 'SIGTERM', '[cancelled before the user had answered:'],
] as const)(
  'a turn whose gateway is %s while it waits for an answer goes on: the model reads that there was none, and can ask again',
  { timeout: 120_000 },
  async (_, signal, result) => {
    const fake = await openProvider([clarify, clarify, text('Blue it is.')])
    const first = await openGateway()
    const run = await first.start('paint the kettle')
    await expect.poll(first.openQuestions, { timeout: 20_000 }).toHaveLength(1)
    const [asked = ''] = await first.openQuestions()
    await first.end(signal)

    const second = await openGateway()
    const { messages } = request.parse((await fake.request(2)).body)
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining(result) })
    await expect.poll(second.openQuestions, { timeout: 20_000 }).toEqual([expect.not.stringMatching(asked)])
    expect(await second.answer(asked, { text: 'red' })).toMatchObject({ error: { code: 'not_found' } })
    const [again = ''] = await second.openQuestions()
    await second.answer(again, { text: 'blue' })
    await expect.poll(() => second.statusOf(run), { timeout: 20_000 }).toBe('completed')
    const last = request.parse((await fake.request(3)).body)
    expect(last.messages.at(-1)).toMatchObject({ content: expect.stringContaining('"answer":"blue"') })
  },
)
