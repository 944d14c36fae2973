import type { RpcEvent } from '@hermes/rpc/schemas'
import { expect, test } from 'vitest'
import { withAside, withNote } from './blocks.js'
import { reduce } from './reduce.js'
import { settledLength } from './settled-length.js'
import { emptyView, type ViewState } from './view-state.js'

const delta = (text: string): RpcEvent => ({ type: 'message.delta', payload: { text } })
const after = (...events: readonly RpcEvent[]) => events.reduce((state, event) => reduce(state, event, 7), emptyView)

test('settles the paragraphs of a growing answer, and keeps its text', () => {
  const answer = 'One.\n\n```js\na\n\nb\n```\n\nTwo.'
  const { blocks } = after(...[...answer].map(delta))
  expect(blocks.map((block) => ('text' in block ? block.text : ''))).toEqual([
    'One.\n\n',
    '```js\na\n\nb\n```\n\n',
    'Two.',
  ])
})

test('keeps the time of each message, once', () => {
  const turn = { id: 't', startedAtMs: 3, by: { id: 'ada', role: 'user' } } as const
  const start: RpcEvent = { type: 'message.start', payload: { turn, submissionId: 's', input: 'Hello.' } }
  const begun = [start, delta('One.'), delta('\n\nTwo.')].reduce(
    (state, event, at) => reduce(state, event, at),
    emptyView,
  )
  expect(begun.blocks.map((block) => ('atMs' in block ? block.atMs : undefined))).toEqual([3, 1, undefined])
})

test('discards text written before a restart', () => {
  const stored: RpcEvent = {
    type: 'message.stored',
    payload: { id: 1, message: { role: 'assistant', content: 'Kept.' } },
  }
  const { blocks } = after(
    delta('Kept.'),
    stored,
    delta('Lost.\n\nAlso'),
    { type: 'message.restart', payload: {} },
    delta('New.'),
  )
  expect(blocks).toMatchObject([{ text: 'Kept.' }, { text: 'New.' }])
})

test('keeps the reasoning apart from the answer, and none of an abandoned attempt', () => {
  const thought = (text: string): RpcEvent => ({ type: 'reasoning.delta', payload: { text } })
  const { blocks } = after(
    thought('Lost.'),
    { type: 'message.restart', payload: {} },
    thought('Let me '),
    thought('see.'),
    delta('Found.'),
    { type: 'message.stored', payload: { id: 1, message: { role: 'assistant', content: 'Found.' } } },
    thought('Next.'),
  )
  expect(blocks).toMatchObject([
    { type: 'reasoning', text: 'Let me see.', isDraft: false },
    { type: 'answer', text: 'Found.' },
    { type: 'reasoning', text: 'Next.' },
  ])
})

test('shows an answer that arrived whole', () => {
  const message = { role: 'assistant', content: 'Whole.' } as const
  expect(after({ type: 'message.stored', payload: { id: 1, message } }).blocks).toMatchObject([{ text: 'Whole.' }])
})

test('shows a call with its output, its result and its changes', () => {
  const started = after(
    { type: 'tool.start', payload: { toolId: 't', name: 'patch', args: {}, summary: 'a.ts' } },
    { type: 'tool.progress', payload: { toolId: 't', text: 'working\n' } },
  )
  expect(started.blocks).toMatchObject([{ type: 'tool', status: 'running', output: 'working\n' }])
  const payload = { toolId: 't', name: 'patch', result: 'ok', isError: false, durationMs: 5, display: { diff: '+a' } }
  const ended = reduce(started, { type: 'tool.complete', payload }, 7)
  expect(ended.blocks).toMatchObject([{ type: 'tool', status: 'done', diff: '+a', durationMs: 5, output: '' }])
})

test('counts all lines that a command printed, as reported by its tool or in its result', () => {
  const started: RpcEvent = { type: 'tool.start', payload: { toolId: 't', name: 'terminal', args: {} } }
  const result = JSON.stringify({ output: '1\n\n50000\n', exit_code: 0 })
  const ended = { toolId: 't', name: 'terminal', result, isError: false, durationMs: 5 }
  const amount = { count: 50_000, unit: 'line' }
  const counted = (payload: typeof ended) => after(started, { type: 'tool.complete', payload }).blocks
  expect(counted({ ...ended, ...{ amount } })).toMatchObject([{ printedLines: 50_000 }])
  expect(counted(ended)).toMatchObject([{ printedLines: 3 }])
})

test('keeps what a refusal says to people, but not what it says to the model', () => {
  const started: RpcEvent = { type: 'tool.start', payload: { toolId: 't', name: 'terminal', args: {} } }
  const refused = { isError: true, refusal: 'not allowed: keep it', result: 'The call was not run.', durationMs: 5 }
  const { blocks } = after(started, { type: 'tool.complete', payload: { toolId: 't', name: 'terminal', ...refused } })
  expect(blocks).toMatchObject([{ status: 'failed', refusal: 'not allowed: keep it', output: '' }])
})

test('lists below a turn the edits that failed and were not repeated, and its duration', () => {
  const edit = (toolId: string, summary: string, isError: boolean, refusal?: string): RpcEvent[] => [
    { type: 'tool.start', payload: { toolId, name: 'patch', args: {}, summary, kind: 'edit' } },
    {
      type: 'tool.complete',
      payload: { toolId, name: 'patch', result: '', isError, durationMs: 1, ...(refusal && { refusal }) },
    },
  ]
  const turn = { id: 't', startedAtMs: 3, by: { id: 'ada', role: 'user' } } as const
  const events: RpcEvent[] = [
    { type: 'message.start', payload: { turn, submissionId: 's', input: 'Go.' } },
    ...edit('1', 'a.ts', true),
    ...edit('2', 'b.ts', true),
    ...edit('3', 'a.ts', false),
    ...edit('4', 'c.ts', true, 'not allowed'),
    { type: 'message.complete', payload: { turnId: 't', submissionId: 's', status: 'completed' } },
  ]
  // One event every ten seconds.
  const { blocks } = events.reduce((state, event, index) => reduce(state, event, index * 10_000), emptyView)
  expect(blocks.slice(-2)).toMatchObject([
    { type: 'note', tone: 'warning', text: 'Edits that failed: b.ts' },
    { type: 'note', tone: 'info', text: 'Done in 1:30.' },
  ])
  const texts = (view: ViewState) => view.blocks.map((block) => ('text' in block ? block.text : '')).join('\n')
  expect(texts(after(...events))).not.toContain('Done')
  const unlisting: ViewState = { ...emptyView, failedEdits: undefined }
  const unlisted = events.reduce((state, event) => reduce(state, event, 0), unlisting)
  expect(texts(unlisted)).not.toContain('Edits')
})

test.each([
  ['', 0],
  ['a\n', 0],
  ['a\n\n', 3],
  ['```\n\n', 0],
  ['```\n\n```\n\nb', 10],
])('of %j, %i characters are settled', (text, length) => expect(settledLength(text)).toBe(length))

test('shows a message without the output of a command that it carries', () => {
  const turn = { id: 't', startedAtMs: 3, by: { id: 'ada', role: 'user' } } as const
  const output = 'I ran `ls` (exit code 0):\n<output>\na.txt\n</output>'
  const input = [
    { type: 'text', text: 'I ran it. Why?' },
    { type: 'text', text: output },
  ] as const
  const { blocks } = after({ type: 'message.start', payload: { turn, submissionId: 's', input: [...input] } })
  expect(blocks).toMatchObject([{ type: 'user', text: 'I ran it. Why? [1 attached]' }])
})

const textsOf = ({ blocks }: ViewState) => blocks.map((block) => ('text' in block ? block.text : block.type))

test('shows asides above the paragraph that is being written', () => {
  const notice: RpcEvent = { type: 'notice', payload: { code: 'told', text: 'A command has ended.' } }
  const view = after(delta('One.\n\nTwo is wri'), notice, delta('tten.'))
  expect(textsOf(view)).toEqual(['One.\n\n', 'A command has ended.', 'Two is written.'])
  expect(textsOf(withNote(after(delta('Half')), 'info', 'Aside.'))).toEqual(['Aside.', 'Half'])
})

test('keeps the progress of a command out of the conversation, and removes it with the command', () => {
  const asking = after({ type: 'notice', payload: { code: 'command-progress', text: 'asking' } })
  expect(asking).toMatchObject({ progress: 'asking', blocks: [] })
  const by = { id: 'ada', role: 'user' } as const
  const outcome = { type: 'text', text: 'So.' } as const
  const ended = reduce(asking, { type: 'command.complete', payload: { name: 'btw', by, outcome } }, 7)
  expect(ended.progress).toBeUndefined()
})

test('shows the cost of a model change', () => {
  const by = { id: 'ada', role: 'user' } as const
  const info: RpcEvent = { type: 'session.info', payload: { choice: {}, by, cacheBreak: { tokens: 12_345 } } }
  expect(textsOf(after(info))).toEqual(['The next turn reads 12k cached tokens again.'])
  expect(after({ ...info, payload: { choice: {}, by } }).blocks).toEqual([])
})

test('shows the tasks only above the input, and not as the result of their call', () => {
  const todos = [{ content: 'Build', status: 'pending' }]
  const ended = { toolId: 't', name: 'todo', result: '{"todos":[]}', isError: false, durationMs: 1 }
  const start: RpcEvent = { type: 'tool.start', payload: { toolId: 't', name: 'todo', args: {} } }
  const shown = after(start, { type: 'tool.complete', payload: { ...ended, display: { todos } } })
  expect(shown).toMatchObject({ todos, blocks: [{ type: 'tool', status: 'done', output: '' }] })
  const failed = { ...ended, isError: true, result: 'It is full.', display: { todos } }
  expect(after(start, { type: 'tool.complete', payload: failed }).blocks).toMatchObject([{ output: 'It is full.' }])
})

test('shows once what the model was told during its turn, by a command or not', () => {
  const steered = (said: string): RpcEvent => ({
    type: 'prompt.steered',
    payload: { turnId: 't', text: said, by: { id: 'ada', role: 'user' } },
  })
  const typed = withAside(emptyView, { type: 'user', text: '/steer look  at the tests', isCommand: true })
  const written = reduce(typed, delta('Writing'), 7)
  const { blocks } = [steered('look  at the tests'), steered('and the docs')].reduce(
    (state, event) => reduce(state, event, 7),
    written,
  )
  expect(blocks).toMatchObject([
    { type: 'user', text: 'look  at the tests (into the running turn)' },
    { type: 'user', text: 'and the docs (into the running turn)' },
    { type: 'answer', text: 'Writing' },
  ])
  expect(blocks[0]).not.toHaveProperty('isCommand')
})
