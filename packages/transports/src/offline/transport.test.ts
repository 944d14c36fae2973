import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AssistantMessage, Message, ToolDefinition } from '@hermes/core'
import { transportContract } from '@hermes/testkit/contracts'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOfflineTransport } from './transport.js'

const toolNames = ['terminal', 'read_file', 'search_files'] as const
const definitions = toolNames.map((name): ToolDefinition => ({ name, description: '', parameters: { type: 'object' } }))
const transport = createOfflineTransport()

transportContract({
  name: 'offline',
  create: () => createOfflineTransport(),
  gaps: { server: 'it answers in this process', script: 'its rules are fixed' },
  requests: {
    text: { model: 'offline', system: '', messages: [{ role: 'user', content: 'Good morning' }], tools: [] },
    toolCall: {
      model: 'offline',
      system: '',
      messages: [{ role: 'user', content: 'list the files' }],
      tools: definitions,
    },
  },
})

function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'offline-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return path
}

/** Runs a tool on real files and a real shell, with the result format of the real tools. */
function runTool(name: string, args: Record<string, unknown>, cwd: string): string {
  if (name === 'terminal') {
    const { stdout, stderr, status } = spawnSync('bash', ['-c', String(args.command)], { cwd, encoding: 'utf8' })
    return JSON.stringify({ output: stdout + stderr, exit_code: status, error: null })
  }
  if (name === 'search_files') return `searched: ${JSON.stringify(args)}`
  return readPage(resolve(cwd, String(args.path)), Number(args.offset ?? 1), Number(args.limit ?? 500))
}

/** Reads a page. The note after the lines reports the total, or only that there is more. */
function readPage(path: string, offset: number, limit: number, tellsTotal = true): string {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch {
    return `There is no file ${path}.`
  }
  const lines = content.split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) return '[the file is empty]'
  const page = lines.slice(offset - 1, offset - 1 + limit).map((line, index) => `${offset + index}|${line}`)
  const end = offset - 1 + page.length
  const next = end < lines.length ? `; read on with offset=${end + 1}` : ''
  const total = tellsTotal ? ` of ${lines.length}` : ''
  return `${page.join('\n')}\n[lines ${offset}-${end}${total}${next}]`
}

interface Talk {
  readonly cwd?: string
  readonly tools?: readonly string[]
  readonly history?: readonly Message[]
  readonly run?: typeof runTool
}

/** Sends one message and runs tools until the answer is text. Returns the calls. */
async function talk(sentence: string, { cwd = '.', tools = toolNames, history = [], run = runTool }: Talk = {}) {
  const messages: Message[] = [...history, { role: 'user', content: sentence }]
  const called: string[] = []
  for (;;) {
    const answer = await answerTo(messages, tools)
    messages.push(answer)
    if (!answer.tool_calls) return { text: answer.content ?? '', called, messages }
    for (const { id, function: made } of answer.tool_calls) {
      called.push(made.name)
      messages.push({ role: 'tool', tool_call_id: id, content: run(made.name, JSON.parse(made.arguments), cwd) })
    }
  }
}

async function answerTo(messages: readonly Message[], tools: readonly string[]): Promise<AssistantMessage> {
  const request = {
    model: 'offline',
    system: '',
    messages,
    tools: definitions.filter(({ name }) => tools.includes(name)),
  }
  let shown = ''
  for await (const event of transport.stream(request, { signal: new AbortController().signal })) {
    if (event.type === 'text-delta') shown += event.text
    if (event.type !== 'finish') continue
    expect(shown).toBe(event.message.content ?? '')
    return event.message
  }
  throw new Error('no finish')
}

describe('a question for the line count', () => {
  const files: readonly [string, number][] = [
    ['', 0],
    ['one', 1],
    ['one\n', 1],
    ['one\ntwo', 2],
    ['one\r\ntwo\r\n', 2],
    ['\n\n\n', 3],
    ['x\n'.repeat(120), 120],
    [`${'x\n'.repeat(1234)}last`, 1235],
  ]

  test.each(['terminal', 'read_file'])('is answered correctly with %s', async (tool) => {
    for (const [content, lines] of files) {
      const cwd = folder({ 'a file.txt': content })
      const { text, called } = await talk('How many lines has `a file.txt`?', { cwd, tools: [tool] })
      expect(text).toBe(`a file.txt has ${lines} ${lines === 1 ? 'line' : 'lines'}.`)
      expect(new Set(called)).toEqual(new Set([tool]))
    }
  })

  test('is answered correctly page by page, if the tool reports no total', async () => {
    const cwd = folder({ a: 'x\n'.repeat(4321) })
    const run: typeof runTool = (_, args) => readPage(join(cwd, 'a'), Number(args.offset), Number(args.limit), false)
    const { text, called } = await talk('how many lines has a', { run })
    expect(text).toBe('a has 4321 lines.')
    expect(called).toHaveLength(4)
  })

  test('is answered correctly for binary files', async () => {
    const cwd = folder({ blob: Uint8Array.from([0, 1, 10, 255, 254, 10, 0]) })
    expect((await talk('how many lines has blob', { cwd, tools: ['terminal'] })).text).toBe('blob has 3 lines.')
  })

  test.each(['terminal', 'read_file'])('is answered with the error of %s for a missing file', async (tool) => {
    const { text } = await talk('how many lines does missing.txt have?', { cwd: folder(), tools: [tool] })
    expect(text).toMatch(/No such file|no file/)
    expect(text).not.toMatch(/has \d+ line/)
  })

  test.each([
    'how many lines has README.md',
    'How many lines has README.md?',
    'how many lines does README.md have?',
    'how many lines are in README.md',
    'please count the lines of "README.md".',
  ])('may be asked as: %s', async (sentence) => {
    const cwd = folder({ 'README.md': 'a\nb\n' })
    expect((await talk(sentence, { cwd })).text).toBe('README.md has 2 lines.')
  })
})

describe('files', () => {
  test.each([
    'list the files',
    'List the files here.',
    'list files',
    'show me all files',
    'ls',
    'what files are here?',
  ])('are listed: %s', async (sentence) => {
    const { text, called } = await talk(sentence, { cwd: folder({ 'a.txt': '', 'b c.txt': '' }) })
    expect(text).toBe('The files here:\na.txt\nb c.txt')
    expect(called).toEqual(['terminal'])
  })

  test('are listed in a folder, and an empty or missing folder is reported', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, "it's"))
    expect((await talk('list the files in "it\'s"', { cwd })).text).toBe("There are no files in it's.")
    expect((await talk('list the files in nowhere', { cwd })).text).toContain('failed with exit code 2')
  })

  test('are listed by search_files without a terminal', async () => {
    const { text } = await talk('list the files in src', { tools: ['search_files'] })
    expect(text).toContain('{"pattern":"*","target":"files","path":"src"}')
  })

  test('are read, and errors are passed on', async () => {
    const cwd = folder({ 'a.txt': 'first\n  1|second\n' })
    expect((await talk('read a.txt', { cwd })).text).toBe('a.txt:\nfirst\n  1|second')
    expect((await talk('read b.txt', { cwd })).text).toMatch(/read_file says of b\.txt: There is no file/)
  })

  test('are searched for the literal text', async () => {
    const { text } = await talk('search for a.b() in src', { tools: ['search_files'] })
    expect(text).toContain(JSON.stringify({ pattern: 'a\\.b\\(\\)', target: 'content', path: 'src' }))
    const cwd = folder({ 'a.txt': 'x\nneedle here\n' })
    expect((await talk('search for "needle here"', { cwd, tools: ['terminal'] })).text).toContain('a.txt:2:needle here')
    expect((await talk('search for nothing', { cwd, tools: ['terminal'] })).text).toBe('"nothing" was not found.')
  })
})

describe('a command', () => {
  test.each(['run `echo hi`', 'run echo hi', 'Run the command `echo hi`.'])('is run: %s', async (sentence) => {
    expect((await talk(sentence)).text).toBe('`echo hi` printed:\nhi')
  })

  test('that fails is reported as failed', async () => {
    expect((await talk('run `echo no; exit 3`')).text).toBe('`echo no; exit 3` failed with exit code 3:\nno')
  })

  test('that was rejected is reported as not run', async () => {
    const { text } = await talk('run `rm x`', { run: () => '"terminal" was blocked: not allowed' })
    expect(text).toBe('`rm x` was not run: "terminal" was blocked: not allowed')
  })
})

test('remembers the conversation', async () => {
  const first = await talk('remember that the door code is 4711')
  expect(first.text).toContain('the door code is 4711')
  const second = await talk('what did I say?', { history: first.messages })
  expect(second.text).toBe('You said:\n1. remember that the door code is 4711')
  expect((await talk('what did I say about cats?', { history: first.messages })).text).toContain('nothing about cats')
  expect((await talk('what did I say')).text).toContain('nothing')
})

test('each call of a session has a unique id', async () => {
  const first = await talk('run `true`')
  const second = await talk('run `true`', { history: first.messages })
  const ids = second.messages.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [],
  )
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
})

test.each(['list the files', 'read a', 'how many lines has a', 'run `a`', 'search for a'])(
  'without its tool it says so: %s',
  async (sentence) => {
    expect((await talk(sentence, { tools: [] })).text).toContain('not available in this session')
  },
)

test('answers other requests with an introduction and how to set up a real model', async () => {
  for (const sentence of ['help', 'Write me a poem about the sea', '', 'ünïcode 👋']) {
    const { text, called } = await talk(sentence)
    expect(called).toEqual([])
    for (const part of ['not a language model', 'how many lines does FILE have', 'OPENROUTER_API_KEY', 'base URL']) {
      expect(text).toContain(part)
    }
  }
})

test('answers any sentence and tool result, with the same answer for the same input', async () => {
  const opening = fc.constantFrom(
    '',
    'read ',
    'list the files in ',
    'how many lines does ',
    'run ',
    'search for ',
    'remember ',
  )
  await fc.assert(
    fc.asyncProperty(opening, fc.string(), fc.string(), async (start, rest, result) => {
      const run = () => result
      const [first, second] = [await talk(start + rest, { run }), await talk(start + rest, { run })]
      expect(first.text).not.toBe('')
      expect(second.messages).toEqual(first.messages)
    }),
  )
})
