import { type Message, sanitizeTranscript } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { estimateMessageTokens } from '../estimate-tokens.js'
import { type CompressedLine, compressLines, type TrajectoryLine } from './compress-lines.js'
import { createTrajectoryCompressor } from './compress-trajectory.js'
import { readTrajectory } from './read-trajectory.js'

const { signal } = new AbortController()
const targetTokens = 4_000

function history(iterations: number): readonly Message[] {
  const work = Array.from({ length: iterations }, (_, index): Message[] => [
    {
      role: 'assistant',
      content: `Step ${index}: reading the next file.`,
      tool_calls: [
        {
          id: `c${index}`,
          type: 'function',
          function: { name: 'read_file', arguments: `{"path":"src/file-${index}.ts"}` },
        },
      ],
    },
    { role: 'tool', tool_call_id: `c${index}`, content: `line of file ${index}\n`.repeat(40) },
  ])
  return [
    { role: 'system', content: 'You are a careful engineer.' },
    { role: 'user', content: 'Read all files and say what they have in common.' },
    ...work.flat(),
    { role: 'assistant', content: 'All of them consist of one line, forty times.' },
  ]
}

const asTurns = (messages: readonly Message[]) =>
  messages.map((message) => ({
    from: { system: 'system', user: 'human', assistant: 'gpt', tool: 'tool' }[message.role],
    value:
      message.role === 'assistant' && message.tool_calls
        ? `<tool_call>\n{"name":"read_file","arguments":${message.tool_calls[0]?.function.arguments}}\n</tool_call>`
        : message.content,
  }))

async function* numbered(texts: readonly string[]): AsyncGenerator<TrajectoryLine> {
  for (const [index, text] of texts.entries()) yield { number: index + 1, text }
}

async function compress(texts: readonly string[], workers = 2): Promise<readonly CompressedLine[]> {
  const compressor = createTrajectoryCompressor({ targetTokens })
  const lines: CompressedLine[] = []
  for await (const line of compressLines(numbered(texts), { compressor, workers, signal })) lines.push(line)
  return lines
}

const sizeOf = (messages: readonly Message[]) =>
  messages.reduce((sum, message) => sum + estimateMessageTokens(message), 0)

describe.each([
  ['an exported session', (messages: readonly Message[]) => ({ id: 's', messages })],
  ['a trajectory of a dataset', (messages: readonly Message[]) => ({ id: 's', conversations: asTurns(messages) })],
])('%s', (_, toRecord) => {
  test('that is too long keeps its start and end, fits, and is valid', async () => {
    const text = JSON.stringify(toRecord(history(120)))
    const [line] = await compress([text])
    if (line?.status !== 'compressed') throw new Error(`The line is ${line?.status}.`)
    const before = readTrajectory(JSON.parse(text)).messages
    const after = readTrajectory(JSON.parse(line.text)).messages
    expect(sizeOf(after)).toBeLessThanOrEqual(targetTokens)
    // At least half of the target is used.
    expect(sizeOf(after)).toBeGreaterThan(targetTokens / 2)
    expect(after.slice(0, 4)).toEqual(before.slice(0, 4))
    expect(after.slice(-4).map(({ content }) => content)).toEqual(before.slice(-4).map(({ content }) => content))
    const conversation = after.filter(({ role }) => role !== 'system')
    expect(sanitizeTranscript(conversation)).toBe(conversation)
    expect(JSON.parse(line.text).id).toBe('s')
    expect(line.tokensBefore).toBeGreaterThan(5 * line.tokensAfter)
  })

  test('that is short enough stays byte-identical', async () => {
    const text = ` ${JSON.stringify(toRecord(history(3)), undefined, 1).replaceAll('\n', '')} `
    expect(await compress([text])).toMatchObject([{ status: 'unchanged', text }])
  })
})

test('returns lines in order and continues after broken ones', async () => {
  const short = JSON.stringify({ messages: history(1) })
  const long = JSON.stringify({ messages: history(100) })
  const lines = await compress([long, '{"messages":', short, '{"text":"x"}', long, short], 3)
  expect(lines.map(({ number, status }) => `${number} ${status}`)).toEqual([
    '1 compressed',
    '2 broken',
    '3 unchanged',
    '4 broken',
    '5 compressed',
    '6 unchanged',
  ])
})

test('reports lines that stay above the target as too long', async () => {
  const question: Message = { role: 'user', content: 'word '.repeat(9_000) }
  expect(await compress([JSON.stringify({ messages: [question] })])).toMatchObject([{ status: 'too-long' }])
})

test('limits concurrency to the number of workers', async () => {
  let running = 0
  let most = 0
  const three = Promise.withResolvers<void>()
  const compressor = createTrajectoryCompressor({
    targetTokens,
    summarize: async () => {
      running += 1
      most = Math.max(most, running)
      if (running === 3) three.resolve()
      await three.promise
      running -= 1
      return ''
    },
  })
  const texts = Array.from({ length: 9 }, () => JSON.stringify({ messages: history(100) }))
  for await (const _ of compressLines(numbered(texts), { compressor, workers: 3, signal }))
    expect(running).toBeLessThan(4)
  expect(most).toBe(3)
})

test('rejects on abort', async () => {
  const controller = new AbortController()
  const compressor = createTrajectoryCompressor({ targetTokens })
  const texts = Array.from({ length: 9 }, () => JSON.stringify({ messages: history(100) }))
  const lines = compressLines(numbered(texts), { compressor, workers: 2, signal: controller.signal })
  await lines.next()
  controller.abort(new Error('Enough.'))
  await expect(async () => {
    for await (const _ of lines);
  }).rejects.toThrow('Enough.')
})

test('rejects a target below 500 tokens', () => {
  expect(() => createTrajectoryCompressor({ targetTokens: 100 })).toThrow('at least 500')
})
