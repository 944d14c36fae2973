import { setTimeout as delay } from 'node:timers/promises'
import { call, type ScriptedReply, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { openTestGateway, type TestGatewayOptions, testKey } from '../../testing/open-test-gateway.js'
import { findPythonClient } from '../../testing/python-client.js'

const python = await findPythonClient()
const title = typeof python === 'string' ? `skipped: ${python}` : "OpenAI's client for Python"

/** The beginning of each program. */
const prelude = `
import json, os
import openai
client = openai.OpenAI(api_key=os.environ['KEY'], base_url=os.environ['URL'] + '/v1', max_retries=0)
def ask(content, **more):
    return client.chat.completions.create(model='hermes', messages=[{'role': 'user', 'content': content}], **more)
def say(value):
    print(json.dumps(value), flush=True)
`

describe.skipIf(typeof python === 'string')(title, { timeout: 60_000 }, () => {
  /** Yields the output of a program, which is one value per line. */
  async function* run(program: string, replies: Iterable<ScriptedReply>, options: TestGatewayOptions = {}) {
    if (typeof python === 'string') throw new Error(python)
    const { url } = await openTestGateway(replies, options)
    for await (const line of python.run(prelude + program, { URL: url, KEY: testKey })) yield JSON.parse(line)
  }
  const results = (program: string, replies: Iterable<ScriptedReply>) => Array.fromAsync(run(program, replies))

  test('gets whole answers and the list of models', async () => {
    const program = `
completion = ask('read it')
say([completion.choices[0].message.content, completion.choices[0].finish_reason, completion.usage.total_tokens])
say([model.id for model in client.models.list()])
`
    const said = await results(program, [call('read_file'), text('It says contents.')])
    expect(said).toEqual([['It says contents.', 'stop', 60], ['hermes']])
  })

  test('reads a stream with tool calls, their progress and usage', async () => {
    const program = `
for chunk in ask('read it', stream=True, stream_options={'include_usage': True}):
    extra = chunk.model_extra or {}
    choice = chunk.choices[0] if chunk.choices else None
    say({
        'content': choice.delta.content if choice else None,
        'finish': choice.finish_reason if choice else None,
        'progress': extra.get('tool_progress'),
        'total': chunk.usage.total_tokens if chunk.usage else None,
    })
`
    const chunks = await results(program, [call('read_file', {}, { text: 'Let me look.' }), text('It says contents.')])
    expect(chunks.map(({ content }) => content ?? '').join('')).toBe('Let me look.\n\nIt says contents.')
    const progress = chunks.flatMap((chunk) => (chunk.progress ? [chunk.progress] : []))
    expect(progress).toMatchObject([
      { name: 'read_file', status: 'running' },
      { name: 'read_file', status: 'completed', duration_ms: expect.any(Number) },
    ])
    expect(chunks.flatMap(({ finish }) => finish ?? [])).toEqual(['stop'])
    expect(chunks.at(-1)).toMatchObject({ total: 60, content: null })
  })

  test('puts a stream together with its own helper', async () => {
    const program = `
with client.chat.completions.stream(model='hermes', messages=[{'role': 'user', 'content': 'read it'}]) as stream:
    for event in stream: pass
    final = stream.get_final_completion()
say([final.choices[0].message.content, final.choices[0].finish_reason])
`
    expect(await results(program, [call('read_file'), text('It says contents.')])).toEqual([
      ['It says contents.', 'stop'],
    ])
  })

  test('receives the comments that keep a silent connection open', async () => {
    const program = `
comments = 0
with client.chat.completions.with_streaming_response.create(
    model='hermes', messages=[{'role': 'user', 'content': 'read it'}], stream=True
) as response:
    for line in response.iter_lines():
        if line.startswith(': keep-alive'):
            comments += 1
            if comments == 2: say('silent')
        elif line == 'data: [DONE]': say('done')
`
    let finish: (contents: string) => void = () => undefined
    const contents = new Promise<string>((resolve) => {
      finish = resolve
    })
    const said: unknown[] = []
    const options = { keepAliveMs: 20, readFile: () => contents }
    for await (const value of run(program, [call('read_file'), text('Done.')], options)) {
      said.push(value)
      if (value === 'silent') finish('contents')
    }
    expect(said).toEqual(['silent', 'done'])
  })

  test('skips these comments', async () => {
    const program = `
say(''.join(chunk.choices[0].delta.content or '' for chunk in ask('read it', stream=True)))
`
    // The timers are in one process, so many comments are written before the tool ends.
    const options = { keepAliveMs: 5, readFile: () => delay(100, 'contents') }
    const said = await Array.fromAsync(run(program, [call('read_file'), text('Done.')], options))
    expect(said).toEqual(['Done.'])
  })

  test('gets an error for options that would change the form of the answer, and for a wrong key', async () => {
    const program = `
tool = {'type': 'function', 'function': {'name': 'f', 'parameters': {'type': 'object', 'properties': {}}}}
refused = [{'n': 2}, {'tools': [tool]}, {'response_format': {'type': 'json_object'}}, {'stop': ['x']}, {'logprobs': True}]
for more in refused:
    for stream in (False, True):
        try: ask('hi', stream=stream, **more)
        except openai.BadRequestError as error: say([error.status_code, error.code, error.message])
say(ask('hi', n=1, tools=[], response_format={'type': 'text'}).choices[0].message.content)
try: client.with_options(api_key='wrong').models.list()
except openai.AuthenticationError as error: say(error.status_code)
`
    const said = await results(program, [text('Hello.')])
    const told = said.slice(0, 10).map((problem) => problem.join(' '))
    for (const problem of told) expect(problem).toMatch(/^400 invalid_request /)
    expect(told[0]).toContain('must be 1: a turn has one answer')
    expect(told[2]).toContain('the agent has its own tools')
    expect(told[4]).toContain('must be "text"')
    expect(told[6]).toContain("'stop' is not supported")
    expect(told[8]).toContain("'logprobs' is not supported")
    expect(said.slice(10)).toEqual(['Hello.', 401])
  })
})
