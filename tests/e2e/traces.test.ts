import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { TransportError } from '@hermes/core'
import { call, fail, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const key = 'made-up-gateway-key'
const callerTrace = '0af7651916cd43dd8448eb211c80319c'
const callerSpan = 'b7ad6b7169203331'

const attribute = z.object({
  key: z.string(),
  value: z.record(z.string(), z.unknown()).transform((value) => Object.values(value)[0]),
})
const attributes = z
  .array(attribute)
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])))
const span = z.object({
  name: z.string(),
  kind: z.number(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  status: z.object({ code: z.number().optional() }).optional(),
  attributes,
})
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

interface Export {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

let sandbox: Sandbox
let running: Hermes | undefined
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
  running = undefined
  sandbox[Symbol.dispose]()
})

/** Starts a collector on loopback. `answers: false`: it accepts what it gets, but never answers. */
async function startCollector({ answers = true } = {}) {
  const exports: Export[] = []
  const server = createServer(async (request, response) => {
    exports.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    if (answers) response.writeHead(200, { 'content-type': request.headers['content-type'] }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const parsed = () => exports.flatMap(({ body }) => exported.parse(JSON.parse(body.toString())).resourceSpans)
  return {
    exports,
    endpoint: `http://127.0.0.1:${port}`,
    resources: () => parsed().map(({ resource }) => resource.attributes),
    spans: () => parsed().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  }
}

async function startGateway(providerUrl: string, env: Readonly<Record<string, string>>) {
  sandbox.writeHome('config.yaml', `model:\n  provider: custom\n  base_url: ${providerUrl}\n  default: fake-model\n`)
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: key, ...env } })
  running = gateway
  const [, url = ''] = await gateway.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  return {
    post,
    ask: (content: string, { headers = {}, stream = false } = {}) =>
      post('/v1/chat/completions', { stream, messages: [{ role: 'user', content }] }, headers),
    async stop() {
      gateway.process.kill('SIGTERM')
      return gateway.ended
    },
  }
}

const traceparent = { traceparent: `00-${callerTrace}-${callerSpan}-01` }

describe('hermes gateway run with a collector', () => {
  test('exports the request, the turn and its calls as one trace of the caller', async () => {
    sandbox.write('secret.txt', 'the kettle is blue')
    await using fake = await startFakeProvider({
      script: [call('read_file', { path: 'secret.txt' }), text('It says that the kettle is blue.')],
    })
    const collector = await startCollector()
    const { ask, stop } = await startGateway(fake.baseUrl, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=made-up-collector-key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=overridden',
      OTEL_SERVICE_NAME: 'kitchen',
    })
    const answer = await ask('what does secret.txt say about the kettle?', { headers: traceparent })
    expect(answer.text).toContain('It says that the kettle is blue.')
    expect((await stop()).code).toBe(0)

    expect(collector.exports.map(({ path }) => path)).toContain('/v1/traces')
    expect(collector.exports[0]?.headers['x-collector-key']).toBe('made-up-collector-key')
    expect(collector.resources()[0]).toMatchObject({
      'service.name': 'kitchen',
      'deployment.environment.name': 'test',
    })
    const spans = collector.spans()
    const find = (name: string) => spans.filter((span) => span.name === name)
    const [request] = find('POST /v1/chat/completions')
    const [turn] = find('invoke_agent hermes')
    const calls = find('chat fake-model')
    const [tool] = find('execute_tool read_file')
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([callerTrace]))
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: callerSpan,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
    })
    expect(turn).toMatchObject({
      parentSpanId: request?.spanId,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'custom',
        'gen_ai.request.model': 'fake-model',
        'hermes.outcome': 'completed',
        'hermes.source': 'api_server',
      },
    })
    expect(calls.map(({ attributes }) => attributes['gen_ai.response.finish_reasons'])).toEqual([
      { values: [{ stringValue: 'tool_calls' }] },
      { values: [{ stringValue: 'stop' }] },
    ])
    const tokens = (found: typeof spans) =>
      found.reduce((sum, { attributes }) => sum + Number(attributes['gen_ai.usage.input_tokens']), 0)
    expect(tokens(calls)).toBeGreaterThan(0)
    expect(turn && tokens([turn])).toBe(tokens(calls))
    expect([...calls, tool].map((span) => span?.parentSpanId)).toEqual(Array(3).fill(turn?.spanId))
    expect(tool?.attributes).toMatchObject({ 'gen_ai.tool.name': 'read_file' })
    // What people, the model and tools wrote stays here, and so do keys.
    const sent = collector.exports.map(({ body }) => body.toString()).join()
    for (const secret of ['kettle', 'secret.txt', key, 'made-up-collector-key']) expect(sent).not.toContain(secret)
  })

  test('exports as protobuf by default, and marks failures', async () => {
    await using fake = await startFakeProvider({
      script: [text('Streamed.'), fail(new TransportError('auth', 'No.', { status: 401 }))],
    })
    const collector = await startCollector()
    const { ask, stop } = await startGateway(fake.baseUrl, {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.endpoint}/otlp/traces`,
    })
    expect((await ask('hi', { stream: true })).text).toContain('[DONE]')
    expect((await ask('hi')).status).not.toBe(200)
    expect((await stop()).code).toBe(0)
    const [first] = collector.exports
    expect(first?.path).toBe('/otlp/traces')
    expect(first?.headers['content-type']).toBe('application/x-protobuf')
    const sent = collector.exports.map(({ body }) => body.toString('latin1')).join()
    for (const part of ['hermes-gateway', 'invoke_agent hermes', 'chat fake-model', 'error.type', 'transport/auth']) {
      expect(sent).toContain(part)
    }
  })

  test('traces a turn that waits in the queue as part of its own request', async () => {
    await using fake = await startFakeProvider({
      script: [
        call('terminal', { command: 'until test -e go; do sleep 0.05; done' }),
        text('A.'),
        text('B.'),
        text('C.'),
      ],
    })
    const collector = await startCollector()
    const { post, stop } = await startGateway(fake.baseUrl, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    })
    const traces = ['1', '2', '3'].map((digit) => digit.repeat(32))
    for (const trace of traces) {
      const headers = { traceparent: `00-${trace}-${callerSpan}-01` }
      expect((await post('/v1/runs', { input: trace, conversation: 'kitchen' }, headers)).status).toBe(202)
    }
    await fake.request(1)
    sandbox.write('go', '')
    await fake.request(4)
    await stop()
    const turns = collector.spans().filter(({ name }) => name === 'invoke_agent hermes')
    expect(turns.map(({ traceId }) => traceId)).toEqual(traces)
  })

  test('leaves out what the caller does not sample', async () => {
    await using fake = await startFakeProvider({ script: [text('One.'), text('Two.')] })
    const collector = await startCollector()
    const { ask, stop } = await startGateway(fake.baseUrl, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    })
    await ask('hi', { headers: { traceparent: `00-${callerTrace}-${callerSpan}-00` } })
    await ask('hi')
    await stop()
    const spans = collector.spans()
    expect(spans.filter(({ traceId }) => traceId === callerTrace)).toEqual([])
    expect(spans.filter(({ name }) => name === 'invoke_agent hermes')).toHaveLength(1)
  })

  test('answers and stops as usual when the collector does not answer', async () => {
    await using fake = await startFakeProvider({ script: [text('Hello.')] })
    const collector = await startCollector({ answers: false })
    const { ask, stop } = await startGateway(fake.baseUrl, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
    expect(await ask('hi')).toMatchObject({ status: 200 })
    expect(await stop()).toMatchObject({ code: 0 })
    expect(collector.exports).not.toEqual([])
  })

  test('says that traces cannot be exported, and answers', async () => {
    await using fake = await startFakeProvider({ script: [text('Hello.')] })
    const { ask, stop } = await startGateway(fake.baseUrl, {
      OTEL_EXPORTER_OTLP_ENDPOINT: fake.baseUrl,
      OTEL_TRACES_SAMPLER: 'sometimes',
    })
    expect(await ask('hi')).toMatchObject({ status: 200 })
    const { code, stderr } = await stop()
    expect(code).toBe(0)
    expect(stderr).toContain('OTEL_TRACES_SAMPLER has no sampler "sometimes"')
    expect(stderr.match(/Traces cannot be exported/g)).toHaveLength(1)
  })

  test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }, { OTEL_TRACES_SAMPLER: 'always_off' }])(
    'exports nothing with %o',
    async (variables) => {
      await using fake = await startFakeProvider({ script: [text('Hello.')] })
      const collector = await startCollector()
      const { ask, stop } = await startGateway(fake.baseUrl, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        ...variables,
      })
      await ask('hi', { headers: traceparent })
      expect((await stop()).code).toBe(0)
      expect(collector.exports).toEqual([])
    },
  )
})
