import { readdir } from 'node:fs/promises'
import { InterruptError, type StreamOptions } from '@hermes/core'
import { askOnce } from '@hermes/core/wiring'
import { hang, httpReply, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome, textOfFile } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'
import type { ConfigInput } from '../../schema/config-schema.js'

type Script = Parameters<typeof startFakeProvider>[0]['script']

const question = { system: 'Name the topic.', messages: [{ role: 'user', content: 'The kettle is blue.' }] } as const
const unaborted: StreamOptions = { signal: new AbortController().signal }

async function serve(script: Script) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  return provider
}

async function open(overrides: ConfigInput, variables: Readonly<Record<string, string>> = {}) {
  const paths = await tempHome()
  const loaded = await loadConfig({ paths, variables: { HOME: paths.home, ...variables }, overrides })
  const workingDirectory = await tempFolder()
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'test' } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const model = (task: Parameters<typeof runtime.auxiliary>[0]) => {
    const found = runtime.auxiliary(task)
    if (!found) throw new Error(`nobody answers for ${task}`)
    return found
  }
  const ask = (task: Parameters<typeof runtime.auxiliary>[0], options = unaborted) =>
    askOnce(model(task), question, options)
  return { runtime, paths, model, ask }
}

function custom(baseUrl: string, model: string) {
  return { provider: 'custom', base_url: baseUrl, model }
}

function mainAt(baseUrl: string): ConfigInput['model'] {
  return { provider: 'custom', base_url: baseUrl, default: 'big', context_length: 50_000 }
}

describe('the model of a side task', () => {
  test('is the model of the conversation by default', async () => {
    const main = await serve(text('Tea'))
    const { ask, model } = await open({ model: mainAt(main.baseUrl) })
    expect(model('title_generation').model).toEqual({ id: 'big', contextWindow: 50_000 })
    expect((await ask('title_generation')).text).toBe('Tea')
    expect(main.requests[0]?.body.model).toBe('big')
  })

  test("is the model of the task's own provider, with that provider's key", async () => {
    const [main, small] = [await serve(text('big answer')), await serve(text('small answer'))]
    const auxiliary = {
      compression: { ...custom(small.baseUrl, 'small'), key_env: 'SMALL_KEY', reasoning_effort: 'low' as const },
    }
    const { ask, model } = await open({ model: mainAt(main.baseUrl), auxiliary }, { SMALL_KEY: 'small-key' })
    expect(model('compression').model).toMatchObject({ id: 'small', reasoning: 'low' })
    expect((await ask('compression')).text).toBe('small answer')
    expect(small.requests[0]).toMatchObject({
      body: { model: 'small', reasoning_effort: 'low' },
      headers: { authorization: 'Bearer small-key' },
    })
    expect(main.requests).toHaveLength(0)
    expect((await ask('vision')).text).toBe('big answer')
  })

  test('is another model of the same provider when only a model is named', async () => {
    const main = await serve(text('ok'))
    const { ask } = await open({
      model: { ...mainAt(main.baseUrl), api_key: 'main-key' },
      auxiliary: { approval: { model: 'small' } },
    })
    await ask('approval')
    expect(main.requests[0]).toMatchObject({ body: { model: 'small' }, headers: { authorization: 'Bearer main-key' } })
  })

  test('is undefined when only the stand-in is available', async () => {
    const { runtime } = await open({})
    expect(runtime.auxiliary('title_generation')).toBeUndefined()
  })

  test('is rejected when its provider has no key', async () => {
    await expect(open({ auxiliary: { vision: { provider: 'openai' } } })).rejects.toMatchObject({
      path: 'auxiliary.vision',
      message: expect.stringMatching(/"vision".*OPENAI_API_KEY/),
    })
  })
})

describe('the fallbacks of a side task', () => {
  test('leave out an entry without a key, with a warning', async () => {
    const [main, spare] = [await serve(text('main')), await serve(text('spare'))]
    const fallback_chain = [{ provider: 'groq', model: 'fast' }, custom(spare.baseUrl, 'spare')]
    const { ask, runtime } = await open({ model: mainAt(main.baseUrl), auxiliary: { compression: { fallback_chain } } })
    expect((await ask('compression')).text).toBe('spare')
    expect(runtime.warnings).toEqual([
      'The compression fallback "groq fast" is left out: Groq needs an API key: set GROQ_API_KEY in the environment.',
    ])
  })

  test('name the position of an entry with another mistake', async () => {
    const fallback_chain = [{ provider: 'grok', model: 'fast' }]
    await expect(open({ auxiliary: { vision: { fallback_chain } } })).rejects.toMatchObject({
      path: 'auxiliary.vision.fallback_chain.0',
      message: expect.stringContaining('The vision fallback "grok fast" cannot work: There is no provider "grok"'),
    })
  })
})

describe('when a provider fails', () => {
  test.each<[string, Script]>([
    ['is limited', httpReply(429, '{"error":{"message":"Rate limit reached"}}')],
    ['has no credit left', httpReply(402, '{"error":{"message":"Insufficient credits"}}')],
    ['is overloaded', httpReply(503, 'busy')],
  ])("skips a provider that %s, then tries the task's chain and the conversation's model", async (_, script) => {
    const [main, own, spare] = [await serve(text('main')), await serve(script), await serve(script)]
    const fallback_chain = [custom(spare.baseUrl, 'spare')]
    const { model, paths, runtime } = await open({
      model: mainAt(main.baseUrl),
      auxiliary: { compression: { ...custom(own.baseUrl, 'own'), fallback_chain } },
    })
    const notices: string[] = []
    const onNotice = ({ text }: { readonly text: string }) => void notices.push(text)
    const answer = await askOnce(model('compression'), question, { ...unaborted, onNotice })
    expect(answer.text).toBe('main')
    expect([own, spare, main].map(({ requests }) => requests.length)).toEqual([1, 1, 1])
    expect(main.requests[0]?.body.model).toBe('big')
    expect(notices).toEqual([expect.stringContaining('Continuing with spare'), expect.stringContaining('with big')])
    await runtime[Symbol.asyncDispose]()
    const [log] = await readdir(paths.logs)
    expect(await textOfFile(`${paths.logs}/${log}`)).toContain('compression: ')
  })

  test('skips a provider that refuses connections or times out', async () => {
    const gone = await serve(text('never'))
    await gone.close()
    const [main, slow] = [await serve(text('main')), await serve(hang(text('never')))]
    const auxiliary = {
      vision: custom(gone.baseUrl, 'gone'),
      approval: { ...custom(slow.baseUrl, 'slow'), timeout: 0.2 },
    }
    const { ask } = await open({ model: mainAt(main.baseUrl), auxiliary })
    expect((await ask('vision')).text).toBe('main')
    expect((await ask('approval')).text).toBe('main')
    expect(slow.requests).toHaveLength(1)
  })

  test('tries the fallbacks of the conversation last', async () => {
    const busy = httpReply(402, '{"error":{"message":"Insufficient credits"}}')
    const [main, own, spare] = [await serve(busy), await serve(busy), await serve(text('spare'))]
    const { ask } = await open({
      model: mainAt(main.baseUrl),
      fallback_providers: [custom(spare.baseUrl, 'spare')],
      auxiliary: { vision: custom(own.baseUrl, 'own') },
    })
    expect((await ask('vision')).text).toBe('spare')
  })

  test('rethrows the last failure when all fail', async () => {
    const main = await serve(httpReply(401, '{}'))
    const { ask } = await open({ model: mainAt(main.baseUrl) })
    await expect(ask('title_generation')).rejects.toMatchObject({ kind: 'auth' })
  })

  test('gives up after the time limit', async () => {
    const main = await serve(hang(text('never')))
    const { ask } = await open({ model: mainAt(main.baseUrl), auxiliary: { title_generation: { timeout: 0.2 } } })
    await expect(ask('title_generation')).rejects.toMatchObject({ kind: 'timeout', message: /within 0\.2 seconds/ })
  })
})

test('ends a call when it is aborted or the runtime is disposed', async () => {
  const main = await serve(hang(text('never')))
  const { ask, runtime } = await open({ model: mainAt(main.baseUrl) })
  const controller = new AbortController()
  const reason = new InterruptError('Enough.')
  const aborted = expect(ask('vision', controller)).rejects.toBe(reason)
  await main.request(1)
  controller.abort(reason)
  await aborted
  const ended = expect(ask('vision')).rejects.toMatchObject({ code: 'run/interrupted' })
  const request = await main.request(2)
  await runtime[Symbol.asyncDispose]()
  await ended
  expect(await request.ended).toBe('left')
})

test('counts the usage of a task for its session, with the model that answered and the cost', async () => {
  const busy = httpReply(503, 'busy')
  const [main, small] = [await serve(text('main')), await serve((_, number) => (number === 1 ? text('small') : busy))]
  const { ask, runtime } = await open({
    model: mainAt(main.baseUrl),
    model_overrides: { small: { price: { input: 1, output: 2 } } },
    auxiliary: { compression: custom(small.baseUrl, 'small') },
  })
  const { store } = runtime
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 1 })
  const options = { ...unaborted, sessionId: 's' }
  const { usage } = await ask('compression', options)
  expect(usage.cost).toMatchObject({ status: 'estimated', microUsd: usage.inputTokens + 2 * usage.outputTokens })
  await ask('compression', options)
  await ask('compression')
  expect(await store.usage?.accounts({ sessionId: 's' })).toMatchObject([
    { task: 'compression', provider: 'custom', model: 'big', apiCallCount: 1, usage: expect.anything() },
    { task: 'compression', provider: 'custom', model: 'small', apiCallCount: 1, usage },
  ])
  expect(await store.sessions.get('s')).toMatchObject({ apiCallCount: 2, usage: { cost: { status: 'partial' } } })
  // Counting fails because the session does not exist, but the answer is still returned.
  expect((await ask('compression', { ...unaborted, sessionId: 'nobody' })).text).toBe('main')
})
