import OpenAI from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import {
  call,
  calls,
  createResponsesWire,
  type FakeProviderOptions,
  reasoning,
  startFakeProvider,
  text,
} from '../../../index.js'
import { collect } from '../../collect.js'

type Parameters = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Item = OpenAI.Responses.ResponseInputItem

const hello: Item[] = [{ role: 'user', content: 'Hello' }]
const include: Parameters['include'] = ['reasoning.encrypted_content']

async function start(script: FakeProviderOptions['script'], issuer?: string) {
  const wire = createResponsesWire(issuer === undefined ? {} : { issuer })
  const provider = await startFakeProvider({ script, wire })
  onTestFinished(() => provider.close())
  const client = new OpenAI({ baseURL: provider.baseUrl, apiKey: 'key', maxRetries: 0 })
  const ask = (input: Item[] = hello, extra: Partial<Parameters> = {}) =>
    client.responses.create({ model: 'fake-model', store: false, input, ...extra })
  return { client, provider, ask }
}

it('streams reasoning, text and calls that the official client assembles', async () => {
  const said = calls([call('read_file', { path: 'ä' }), call('todo')], {
    text: 'Let me look.',
    usage: { cacheReadTokens: 5 },
  })
  const { client } = await start(reasoning('Hm, which one?', said))
  const stream = client.responses.stream({ model: 'fake-model', store: false, input: hello, include })
  const { output, status, usage } = await stream.finalResponse()
  expect(output).toMatchObject([
    { type: 'reasoning', summary: [{ text: 'Hm, which one?' }], encrypted_content: expect.any(String) },
    { type: 'message', content: [{ type: 'output_text', text: 'Let me look.' }] },
    { type: 'function_call', call_id: 'call_1', name: 'read_file', arguments: '{"path":"ä"}' },
    { type: 'function_call', call_id: 'call_2', name: 'todo', arguments: '{}' },
  ])
  expect(status).toBe('completed')
  expect(usage).toMatchObject({ input_tokens: 25, input_tokens_details: { cached_tokens: 5 } })
})

it('opens each item before its deltas and closes it after them', async () => {
  const { client } = await start(call('read_file', { path: 'a' }, { text: 'Look' }))
  const events = await collect(await client.responses.create({ model: 'm', store: false, input: hello, stream: true }))
  const types = events
    .map(({ type }) => type.replace('response.', ''))
    .filter((type) => !/part|_text.done|arguments.done/.test(type))
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'output_text.delta',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'output_item.done',
    'completed',
  ])
})

it('returns a whole answer, and says why it is incomplete', async () => {
  const { ask } = await start([
    text('Hello there'),
    text('cut', { reason: 'length' }),
    text('no', { reason: 'content-filter' }),
  ])
  expect((await ask()).output_text).toBe('Hello there')
  expect(await ask()).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  expect(await ask()).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'content_filter' } })
})

it('accepts its own answer back unchanged', async () => {
  const { ask } = await start([reasoning('Hm.', call('read_file', { path: 'a' })), text('Done.')])
  const { output } = await ask(hello, { include })
  const result: Item = { type: 'function_call_output', call_id: 'call_1', output: 'read' }
  const input = output.filter((item) => item.type === 'reasoning' || item.type === 'function_call')
  expect((await ask([...hello, ...input, result])).output_text).toBe('Done.')
})

it('rejects reasoning of another issuer or for another model', async () => {
  const [own, other] = [await start(reasoning('Hm.', text('Hi')), 'one'), await start(text('never'), 'two')]
  const { output } = await own.ask(hello, { include })
  const input = [...hello, ...output.filter((item) => item.type === 'reasoning' || item.type === 'message'), ...hello]
  await expect(other.ask(input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('could not be verified'),
  })
  await expect(own.ask(input, { model: 'another' })).rejects.toThrow('could not be verified')
  expect((await own.ask(input)).output_text).toBe('Hi')
})

const callItem = { type: 'function_call', call_id: 'a', name: 'todo', arguments: '{}' }
const result = { type: 'function_call_output', call_id: 'a', output: 'ok' }
const user = { role: 'user', content: 'a' }
const thought = { type: 'reasoning', id: 'rs_1', summary: [] }

it.each<[string, object[], object?]>([
  ['input: must be a non-empty list', []],
  ['unknown field provider_data of message', [{ ...user, provider_data: {} }]],
  ['content is empty', [{ role: 'user', content: '' }]],
  ['a text part has no text', [{ role: 'user', content: [{ type: 'input_text', text: '' }] }]],
  [
    'an image has no detail',
    [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://a.example/x.png' }] }],
  ],
  ['no output for the calls a', [user, callItem]],
  ['no output for the calls a', [user, callItem, user]],
  ['no call with the id a', [user, result]],
  ['two calls have the id a', [user, callItem, result, callItem, result]],
  ['call_id must have 1 to 64 characters', [user, { ...callItem, call_id: 'x'.repeat(65) }]],
  ['the arguments are not a JSON object', [user, { ...callItem, arguments: '{"a' }, result]],
  ['the id call_1 does not begin with fc', [user, { ...callItem, id: 'call_1' }, result]],
  ['rs_1 was not found: nothing is stored', [user, thought, callItem, result]],
  ['rs_1 was provided without the item that follows it', [user, { ...thought, encrypted_content: '' }, user]],
  [
    'the item fc_1 is there twice',
    [user, { ...callItem, id: 'fc_1' }, result, { ...callItem, id: 'fc_1', call_id: 'b' }],
  ],
  ['not well-formed Unicode', [{ role: 'user', content: 'a\ud83d' }]],
  ['store: must be false', [user], { store: undefined }],
  ['unknown parameter messages', [user], { messages: [] }],
  ['max_output_tokens: must be 16 or more', [user], { max_output_tokens: 1 }],
  ['prompt_cache_key: too long', [user], { prompt_cache_key: 'x'.repeat(65) }],
  ['strict must be false', [user], { tools: [{ type: 'function', name: 't', parameters: { type: 'object' } }] }],
])('rejects what the real API rejects: %s', async (problem, input, extra = {}) => {
  const { provider } = await start(text('never'))
  const body = JSON.stringify({ model: 'm', store: false, input, ...extra })
  const response = await fetch(`${provider.baseUrl}/responses`, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(problem)
})
