import type { AgentEvent, ToolAmount, ToolCall } from '@hermes/core'
import { HermesError } from '@hermes/core'
import { expect, test } from 'vitest'
import { createAnswerStream } from '../markdown/markdown-stream.js'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import { createEventRenderer } from './event-renderer.js'

interface Setting {
  readonly columns?: number
  readonly showReasoning?: boolean
  readonly reasoningRows?: number
  readonly showTools?: boolean
  readonly listsFailedEdits?: boolean
}

function show(events: readonly AgentEvent[], { columns = 80, ...rest }: Setting = {}): string {
  const style = createStyle(false)
  const text = createAnswerStream({ style, columns: () => columns })
  const renderer = createEventRenderer({ style, columns: () => columns, text, showReasoning: false, ...rest })
  return events.map((event) => renderer.render(event).output).join('')
}

const call = (name: string, args: object): ToolCall => ({
  id: 'c1',
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
})

interface Result {
  readonly isError?: boolean
  readonly amount?: ToolAmount
  readonly refusal?: string
}

function tool(name: string, args: Record<string, string>, content: string, result: Result = {}): AgentEvent[] {
  const toolCall = call(name, args)
  return [
    { type: 'tool-start', call: toolCall, args },
    {
      type: 'tool-end',
      call: toolCall,
      message: { role: 'tool', tool_call_id: 'c1', content },
      isError: false,
      durationMs: 12,
      ...result,
    },
  ]
}

const text = (part: string): AgentEvent => ({ type: 'text-delta', text: part })
const answered = (content: string): AgentEvent => ({
  type: 'message-end',
  id: 1,
  message: { role: 'assistant', content },
})

test('separates text and tool lines with blank lines', () => {
  const events = [
    text('Let me '),
    text('look.'),
    answered('Let me look.'),
    ...tool('read_file', { path: 'README.md' }, '1|a\n2|b\n3|c\n[lines 1-3 of 3]', {
      amount: { count: 3, unit: 'line' },
    }),
    text('Three lines.'),
    answered('Three lines.'),
    { type: 'turn-end', outcome: { status: 'completed', text: 'Three lines.' } } as const,
  ]
  expect(show(events)).toBe('Let me look.\n\n● read_file README.md  3 lines  12ms\n\nThree lines.\n')
})

test('shows an answer without deltas, and an answer with deltas only once', () => {
  expect(show([answered('Whole.')])).toBe('Whole.\n')
  expect(show([text('Whole.'), answered('Whole.')])).toBe('Whole.\n')
})

test('shows the exit code of a failed command, and the reason for a failed tool', () => {
  expect(show(tool('terminal', { command: 'npm test' }, '{"output":"x","exit_code":1}'))).toBe(
    '✗ terminal npm test  exit 1  12ms\n  │ x\n',
  )
  expect(show(tool('read_file', { path: 'x' }, '{"error":"No such file: x"}', { isError: true }))).toBe(
    '✗ read_file x  No such file: x  12ms\n',
  )
})

test('keeps the end of the output of a command', () => {
  const output = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\u001b[2J`).join('\n')
  const shown = (exitCode: number) =>
    show(tool('terminal', { command: 'x' }, JSON.stringify({ output, exit_code: exitCode })))
  expect(shown(0)).toBe(
    '● terminal x  20 lines  12ms\n  │ … 17 lines above\n' +
      [18, 19, 20].map((number) => `  │ line ${number}\\x1b[2J\n`).join(''),
  )
  expect(shown(1).split('\n')).toHaveLength(11)
})

test('shows the diff of an edit, and its numbers of changed lines', () => {
  const diff = '--- a/a.txt\n+++ b/a.txt\n@@ -9,3 +9,4 @@\n same\n-hello world\n+hello there\n+and\u001b[2J more\n end'
  const [start, end] = tool('patch', { path: 'a.txt' }, 'Patched a.txt', { amount: { count: 1, unit: 'place' } })
  if (end?.type !== 'tool-end' || !start) throw new Error('no end')
  expect(show([start, { ...end, display: { diff } }])).toBe(
    [
      '● patch a.txt  +2 -1  12ms',
      '   9   same',
      '  10 - hello world',
      '  10 + hello there',
      '  11 + and\\x1b[2J more',
      '  12   end',
      '',
    ].join('\n'),
  )
})

test('keeps a tool line on one row with any arguments', () => {
  const line = show(tool('terminal', { command: `echo "漢字 ${'long '.repeat(50)}"\nrm -rf /\u001b[2K` }, 'ok'), {
    columns: 40,
  })
  expect(line.trimEnd().split('\n')).toHaveLength(1)
  expect(textWidth(line.trimEnd())).toBeLessThanOrEqual(40)
  expect(line).not.toContain('\u001b')
})

test('shows briefly that a call was not allowed, instead of the text for the model', () => {
  const content = 'The call was not run. The user was asked and did not allow it. Do not try again.'
  const refused = { isError: true, refusal: 'not allowed: keep\u001b[2J it' }
  expect(show(tool('terminal', { command: 'rm -rf build' }, content, refused))).toBe(
    '✗ terminal rm -rf build  not allowed: keep\\x1b[2J it  12ms\n',
  )
})

test('lists the failed edits below a turn, except those that were repeated or refused', () => {
  const edit = (path: string, result: Result) =>
    tool('patch', { path }, 'No.', result).map((event) =>
      event.type === 'tool-start' ? { ...event, kind: 'edit' as const } : event,
    )
  const end: AgentEvent = { type: 'turn-end', outcome: { status: 'completed', text: '' } }
  const shown = show([
    ...edit('a.ts', { isError: true }),
    ...edit('b\u001b[2J.ts', { isError: true }),
    ...edit('a.ts', {}),
    ...edit('c.ts', { isError: true, refusal: 'not allowed' }),
    end,
  ])
  expect(shown).toMatch(/\n\n! Edits that failed: b\\x1b\[2J\.ts\n$/)
  expect(show([...edit('a.ts', { isError: true }), ...edit('a.ts', {}), end])).not.toContain('Edits')
  expect(show([...edit('a.ts', { isError: true }), end], { listsFailedEdits: false })).not.toContain('Edits')
})

test('shows reasoning only when enabled', () => {
  const events: AgentEvent[] = [{ type: 'reasoning-delta', text: 'Hmm' }, text('Yes.'), answered('Yes.')]
  expect(show(events)).toBe('Yes.\n')
  expect(show(events, { showReasoning: true })).toBe('Hmm\n\nYes.\n')
})

test('shows the first rows of long reasoning on request, however it arrives', () => {
  const thought = ['One.', 'Two is longer than a row of it.', 'Three.', 'Four.', ''].join('\n')
  for (const size of [1, 7, thought.length]) {
    const parts = thought.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    const events: AgentEvent[] = parts.map((part) => ({ type: 'reasoning-delta', text: part }))
    const shown = show([...events, text('Yes.'), answered('Yes.')], {
      showReasoning: true,
      reasoningRows: 3,
      columns: 20,
    })
    expect(shown).toBe('One.\nTwo is longer than a row of it.\n… 2 more lines\n\nYes.\n')
  }
  const short: AgentEvent = { type: 'reasoning-delta', text: 'One.\nTwo.\n' }
  expect(show([short, text('Yes.'), answered('Yes.')], { showReasoning: true, reasoningRows: 2 })).toBe(
    'One.\nTwo.\n\nYes.\n',
  )
})

test('omits tool lines on request', () => {
  expect(show(tool('terminal', { command: 'ls' }, 'ok'), { showTools: false })).toBe('')
})

test('shows the outcome of a turn after its output', () => {
  const failed: AgentEvent = {
    type: 'turn-end',
    outcome: { status: 'failed', error: new HermesError('x-test/any', 'The key is wrong.') },
  }
  expect(show([text('Half'), failed])).toBe('Half\n\n✗ The key is wrong.\n')
  expect(show([{ type: 'turn-end', outcome: { status: 'interrupted', reason: 'user' } }])).toBe('Interrupted.\n')
})

test('ignores events of later releases', () => {
  const unknown: object = { type: 'from-the-future' }
  expect(show([text('a'), unknown as AgentEvent, text('b'), answered('ab')])).toBe('ab\n')
})

test('shows the work of sub-agents below the call that started them', () => {
  const args = { tasks: [{ goal: 'a' }, { goal: 'b' }] }
  const toolCall = call('delegate_task', args)
  const child = (childSessionId: string, goal: string, events: readonly AgentEvent[]): AgentEvent[] =>
    events.map((event) => ({ type: 'subagent-event', callId: 'c1', childSessionId, goal, event }))
  const begun: AgentEvent = { type: 'turn-start', sessionId: 's', model: 'm', resumed: false }
  const ended = (answer: string): AgentEvent => ({
    type: 'turn-end',
    outcome: { status: 'completed', text: answer },
  })
  const results = [{ status: 'completed' }, { status: 'failed' }]
  const events: AgentEvent[] = [
    { type: 'tool-start', call: toolCall, args },
    ...child('s1', 'Count a', [begun]),
    ...child('s2', 'Count b', [begun, text('I look.')]),
    ...child('s1', 'Count a', [
      ...tool('read_file', { path: 'a' }, '1|x', { amount: { count: 1, unit: 'match' } }),
      ended('Two\nlines.'),
    ]),
    ...child('s2', 'Count b', [
      ...child('s3', 'Part of b', [begun]),
      { type: 'turn-end', outcome: { status: 'failed', error: new HermesError('x-test/any', 'The key is wrong.') } },
    ]),
    { type: 'notice', code: 'subagent-failed', text: 'Count b failed.' },
    {
      type: 'tool-end',
      call: toolCall,
      message: { role: 'tool', tool_call_id: 'c1', content: JSON.stringify({ results }) },
      isError: false,
      durationMs: 1200,
    },
    // It continues in the background, or arrives late, and must not interrupt other output.
    ...child('s2', 'Count b', [begun]),
  ]
  expect(show(events)).toBe(
    [
      '○ delegate_task 2 tasks',
      '  1 ▸ Count a',
      '  2 ▸ Count b',
      '  1 ● read_file a  1 match  12ms',
      '  1 ✓ Two lines.',
      '  2.1 ▸ Part of b',
      '  2 ✗ The key is wrong.',
      '● delegate_task 2 tasks  1 completed, 1 failed  1.2s',
      '',
    ].join('\n'),
  )
  expect(show(events, { showTools: false })).toBe('! Count b failed.\n')
})

test('shows the savings of a compression, and the reason for saving nothing only once', () => {
  const end = { type: 'compression-end', sessionId: 's' } as const
  const skipped = { ...end, status: 'skipped', reason: 'It is short.', durationMs: 1 } as const
  const events: AgentEvent[] = [
    { type: 'compression-start', sessionId: 's', trigger: 'threshold' },
    skipped,
    ...tool('ls', {}, 'a'),
    skipped,
    { ...end, status: 'compressed', tokensBefore: 9000, tokensAfter: 3000, durationMs: 1500 },
  ]
  expect(show(events)).toBe(
    'Not compressed: It is short.\n\n● ls  12ms\n\nCompressed: 9.0k → 3.0k tokens (67 % less) in 1.5s\n',
  )
})
