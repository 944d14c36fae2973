import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AgentEvent,
  createAgent,
  InterruptError,
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportEvent,
} from '@hermes/core'
import { call, cut, fail, fakeTools, hang, reasoning, scripted, startFakeProvider, text } from '@hermes/testkit'
import { transportContract } from '@hermes/testkit/contracts'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createOpenAIChatTransport } from '../openai-chat/index.js'
import { withFallback } from '../wrap/index.js'
import type { RecordedExchange, RecordingSink } from './recording.js'
import { createRecordingFile, loadRecording } from './recording-file.js'
import { replay } from './replay.js'
import { withRecording } from './with-recording.js'

const question: ModelRequest = { model: 'm', system: 's', messages: [{ role: 'user', content: 'Hello' }], tools: [] }
const unaborted = new AbortController().signal

function toList() {
  const exchanges: RecordedExchange[] = []
  const sink: RecordingSink = { write: (exchange) => void exchanges.push(exchange) }
  return { exchanges, sink }
}

transportContract({
  name: 'recorded openai-chat',
  create: ({ baseUrl, apiKey }) => withRecording(createOpenAIChatTransport({ baseUrl, apiKey }), toList().sink),
})

async function readAll(transport: Transport, request = question, signal = unaborted): Promise<TransportEvent[]> {
  const events: TransportEvent[] = []
  for await (const event of transport.stream(request, { signal })) events.push(event)
  return events
}

const recordedTwice = async () => {
  const { exchanges, sink } = toList()
  const transport = withRecording(scripted([text('one two three'), text('one two three')]), sink)
  await readAll(transport)
  await readAll(transport)
  return exchanges
}

const twice = await recordedTwice()

transportContract({
  name: 'replay',
  create: () => replay(twice),
  gaps: { server: 'it answers from a recording', script: 'what it answers is recorded' },
  requests: { text: question },
})

let path: string

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-recording-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  path = join(folder, 'deep', 'conversation.jsonl')
})

describe('a conversation', () => {
  test('is replayed from its file, event by event, without the provider', async () => {
    const provider = await startFakeProvider({
      script: [reasoning('Let me see.', call('look', { path: 'a' })), text('I have seen it.')],
    })
    const wire = createOpenAIChatTransport({ baseUrl: provider.baseUrl, apiKey: 'sk-test-0123456789abcdef' })
    const converse = async (transport: Transport) => {
      const tools = fakeTools({ look: () => 'a thing' })
      const run = createAgent({ transport, model: { id: 'm' }, tools }).run('Look!')
      const shown: AgentEvent[] = []
      for await (const event of run) {
        const last = shown.at(-1)
        // An agent run joins deltas when its reader is too slow.
        if ('text' in event && last && 'text' in last && last.type === event.type)
          shown.splice(-1, 1, { ...last, text: last.text + event.text })
        else if (/delta|iteration/.test(event.type)) shown.push(event)
      }
      return { shown, ...(await run.result) }
    }
    const live = await converse(withRecording(wire, createRecordingFile(path)))
    await provider.close()
    const played = await converse(replay(await loadRecording(path)))
    expect(played.finalResponse).toBe('I have seen it.')
    expect(played.messages).toEqual(live.messages)
    expect(played.usage).toEqual(live.usage)
    expect(played.shown).toEqual(live.shown)
  })

  test('is appended to a file readable by its owner only, one line per call', async () => {
    for (const words of ['one', 'two']) {
      await readAll(withRecording(scripted([text(words)]), createRecordingFile(path)))
    }
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).end.status)).toEqual(['finished', 'finished'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test('is written without interleaved lines by concurrent sessions', async () => {
    const sink = createRecordingFile(path)
    const long = 'word '.repeat(300_000)
    const transport = withRecording(scripted(Array(8).fill(text(long))), sink)
    await Promise.all(Array.from({ length: 8 }, () => readAll(transport)))
    expect(await loadRecording(path)).toHaveLength(8)
  })

  test('keeps every character', async () => {
    const words = 'Zeile\r\n\u2028 日本語 👩‍👩‍👧 \ud800 end'
    await readAll(withRecording(scripted([text(words)]), createRecordingFile(path)))
    expect((await readAll(replay(await loadRecording(path)))).at(-1)).toMatchObject({ message: { content: words } })
  })
})

describe('recordings', () => {
  test('contain times, and are written before the finish is passed on', async () => {
    let nowMs = 1000
    const { exchanges, sink } = toList()
    const transport = withRecording(scripted([text('abc', { pace: { pieceSize: 2 } })]), sink, {
      services: { now: () => nowMs },
    })
    for await (const event of transport.stream(question, { signal: unaborted })) {
      nowMs += 5
      expect(exchanges).toHaveLength(event.type === 'finish' ? 1 : 0)
    }
    const [exchange] = exchanges
    expect(exchange).toMatchObject({
      version: 1,
      transport: { id: 'scripted', apiMode: 'chat_completions' },
      startedAtMs: 1000,
      request: question,
      end: { status: 'finished' },
    })
    expect(exchange?.events.map(({ atMs, event }) => [atMs, event.type])).toEqual([
      [0, 'text-delta'],
      [5, 'text-delta'],
      [10, 'finish'],
    ])
  })

  test('contain failed calls, whose replay fails with the same error', async () => {
    const { exchanges, sink } = toList()
    const error = new TransportError('rate-limit', 'Slow down.', { status: 429, retryAfterMs: 3000 })
    await expect(readAll(withRecording(scripted([fail(error)]), sink))).rejects.toBe(error)
    await expect(readAll(replay(exchanges))).rejects.toMatchObject({
      kind: 'rate-limit',
      message: 'Slow down.',
      status: 429,
      retryAfterMs: 3000,
    })
  })

  test('keep the context limits of an error', async () => {
    const { exchanges, sink } = toList()
    const facts = { status: 400, contextWindow: 8192, promptTokens: 9000, reason: 'payload-too-large' }
    const error = new TransportError('context-overflow', 'Too long.', facts)
    await expect(readAll(withRecording(scripted([fail(error)]), sink))).rejects.toBe(error)
    await expect(readAll(replay(exchanges))).rejects.toMatchObject(facts)
  })

  test('replay an interrupted answer up to the same point', async () => {
    const { exchanges, sink } = toList()
    const transport = withRecording(scripted([cut(text('half an answer'), { after: 2 })]), sink)
    await expect(readAll(transport)).rejects.toMatchObject({ kind: 'network' })
    const chain = withFallback([{ transport: replay(exchanges) }, { transport: scripted([text('whole')]) }], {
      canRestart: true,
    })
    const types = (await readAll(chain)).map(({ type }) => type)
    expect(types.slice(0, 4)).toEqual(['text-delta', 'text-delta', 'restart', 'notice'])
  })

  test('contain an aborted call, and replay it up to the abort', async () => {
    const { exchanges, sink } = toList()
    const transport = withRecording(scripted([hang(text('abc')), hang(text('abc'))]), sink)
    for await (const _ of transport.stream(question, { signal: unaborted })) break
    const abort = new AbortController()
    const events = transport.stream(question, { signal: abort.signal })[Symbol.asyncIterator]()
    await events.next()
    const reason = new InterruptError('Enough.')
    abort.abort(reason)
    await expect(events.next()).rejects.toBe(reason)
    expect(exchanges.map(({ end }) => end.status)).toEqual(['left', 'left'])
    await expect(readAll(replay(exchanges))).rejects.toMatchObject({ kind: 'network' })
  })

  test('fail the call when the sink fails', async () => {
    const sink: RecordingSink = { write: () => Promise.reject(new Error('Disk full.')) }
    await expect(readAll(withRecording(scripted([text('ok')]), sink))).rejects.toThrow('Disk full.')
  })
})

describe('secrets', () => {
  const given = 'open-sesame-42'
  const key = `sk-${'a1B2c3D4e5F6g7H8'.repeat(2)}`

  test('are not in the file, wherever they occur and however they are split', async () => {
    const answer = reasoning(
      `I think of ${key}.`,
      call('run', { line: `curl -H ${key} ${given}` }, { text: `${given}!` }),
    )
    const pace = { pieceSize: 3 }
    const transport = withRecording(
      scripted([{ ...answer, pace }, fail(new TransportError('auth', `Not ${key}`))]),
      createRecordingFile(path),
      {
        secrets: [given],
      },
    )
    const request: ModelRequest = {
      ...question,
      system: `The key is ${key}`,
      messages: [{ role: 'user', content: [{ type: 'text', text: `My password is ${given}` }] }],
      providerOptions: { scripted: { token: given } },
    }
    const events = await readAll(transport, request)
    await expect(readAll(transport, request)).rejects.toThrow(key)
    // Events are passed on unredacted.
    expect(JSON.stringify(events.at(-1))).toContain(key)
    const written = await readFile(path, 'utf8')
    const recording = await loadRecording(path)
    const joined = JSON.stringify(
      recording[0]?.events
        .map(({ event }) => ('text' in event ? event.text : 'argumentsText' in event ? event.argumentsText : ''))
        .join(''),
    )
    for (const secret of [given, key]) {
      for (let start = 0; start + 12 <= secret.length; start++) {
        expect(written + joined).not.toContain(secret.slice(start, start + 12))
      }
    }
    expect(recording[0]?.request).toMatchObject({ model: 'm', system: 'The key is [REDACTED]' })
  })

  test('need not be known to replay a recording', async () => {
    const { exchanges, sink } = toList()
    const ask = (content: string): ModelRequest => ({ ...question, messages: [{ role: 'user', content }] })
    await readAll(withRecording(scripted([text('ok')]), sink, { secrets: [given] }), ask(`a ${given} b ${given} c`))
    for (const other of ['a x c', 'a x b c', 'a b y c']) {
      await expect(readAll(replay(exchanges), ask(other))).rejects.toMatchObject({ kind: 'invalid-request' })
    }
    expect((await readAll(replay(exchanges), ask('a x b y c'))).at(-1)).toMatchObject({ type: 'finish' })
  })
})

describe('a replay', () => {
  const ask = (content: string): ModelRequest => ({ ...question, messages: [{ role: 'user', content }] })

  async function recorded(...words: string[]): Promise<RecordedExchange[]> {
    const { exchanges, sink } = toList()
    const transport = withRecording(scripted(words.map((word) => text(`${word}!`))), sink)
    for (const word of words) await readAll(transport, ask(word))
    return exchanges
  }

  const answerOf = async (transport: Transport, request: ModelRequest) => {
    const finish = (await readAll(transport, request)).at(-1)
    return finish?.type === 'finish' ? finish.message.content : undefined
  }

  test('answers each request with its own call, in any order, and each call once', async () => {
    const transport = replay(await recorded('a', 'b'))
    expect(await answerOf(transport, ask('b'))).toBe('b!')
    expect(await answerOf(transport, ask('a'))).toBe('a!')
    await expect(readAll(transport, ask('a'))).rejects.toThrow('Request 3 is one more than the 2 that were recorded')
  })

  test('says where a request differs', async () => {
    const transport = replay(await recorded('a'))
    await expect(readAll(transport, ask('other'))).rejects.toThrow(
      'differs from the next recorded one at "messages[0].content"',
    )
    await expect(readAll(transport, { ...ask('a'), maxOutputTokens: 5 })).rejects.toThrow('"maxOutputTokens"')
    await expect(readAll(transport, { ...ask('a'), messages: [] })).rejects.toThrow('"messages[0]"')
    expect(await answerOf(transport, ask('a'))).toBe('a!')
  })

  test('skips ignored fields', async () => {
    const transport = replay(await recorded('a'), { ignore: ['system'] })
    expect(await answerOf(transport, { ...ask('a'), system: 'Today is another day.' })).toBe('a!')
  })

  test('can keep the recorded pace', async () => {
    const [exchange] = await recorded('a')
    if (!exchange) throw new Error('nothing recorded')
    const events = exchange.events.map(({ event }, index) => ({ atMs: 10 + index * 5, event }))
    const waits: number[] = []
    const sleep = async (ms: number) => void waits.push(ms)
    await readAll(replay([{ ...exchange, events }], { pace: 'recorded', services: { sleep } }), ask('a'))
    expect(waits).toEqual([10, ...Array(events.length - 1).fill(5)])
  })
})

describe('a file', () => {
  test('that is missing or not a recording is reported, with the line', async () => {
    await expect(loadRecording(path)).rejects.toMatchObject({ code: 'recording/unreadable' })
    await readAll(withRecording(scripted([text('ok')]), createRecordingFile(path)))
    await appendFile(path, '{"version":1,"requ')
    await expect(loadRecording(path)).rejects.toThrow(/^Line 2 of .*not a recorded call/)
    await writeFile(path, '{"version":2}\n')
    await expect(loadRecording(path)).rejects.toThrow('format 2')
  })

  test('that cannot be written is reported', async () => {
    await readAll(withRecording(scripted([text('ok')]), createRecordingFile(path)))
    const sink = createRecordingFile(join(path, 'inside-a-file'))
    await expect(readAll(withRecording(scripted([text('ok')]), sink))).rejects.toMatchObject({
      code: 'recording/unwritable',
    })
  })
})
