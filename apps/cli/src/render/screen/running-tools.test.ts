import type { AgentEvent, ToolCall } from '@hermes/core'
import { expect, test } from 'vitest'
import { createStyle } from '../text/style.js'
import { textWidth } from '../text/text-width.js'
import { createRunningTools } from './running-tools.js'

const call = (id: string, name: string): ToolCall => ({ id, type: 'function', function: { name, arguments: '{}' } })
const start = (id: string, name: string, args: Record<string, string>): AgentEvent => ({
  type: 'tool-start',
  call: call(id, name),
  args,
})
const end = (id: string): AgentEvent => ({
  type: 'tool-end',
  call: call(id, 'terminal'),
  message: { role: 'tool', tool_call_id: id, content: '' },
  isError: false,
  durationMs: 1,
})

function watch(events: readonly AgentEvent[], columns = 60) {
  const running = createRunningTools({ style: createStyle(false), now: () => 0 })
  for (const event of events) running.see(event)
  return running.rows({ columns, nowMs: 3200 })
}

test('shows each running tool with its time, and the end of its output', () => {
  const events: AgentEvent[] = [
    start('1', 'terminal', { command: 'npm test' }),
    start('2', 'read_file', { path: 'a.txt' }),
    { type: 'tool-progress', callId: '1', text: 'one\ntwo \u001b[2J' },
  ]
  expect(watch(events)).toEqual(['⠹ terminal npm test  3s', '  │ one', '  │ two \\x1b[2J', '⠹ read_file a.txt  3s'])
  expect(watch([...events, end('1')])).toEqual(['⠹ read_file a.txt  3s'])
})

test('shows sub-agents as a tree', () => {
  const child = (callId: string, id: string, event: AgentEvent): AgentEvent => ({
    type: 'subagent-event',
    callId,
    childSessionId: id,
    goal: `Goal of ${id}`,
    event,
  })
  const begun: AgentEvent = { type: 'turn-start', sessionId: 's', model: 'm', resumed: false }
  const events: AgentEvent[] = [
    start('1', 'delegate', { goal: 'all' }),
    child('1', 'a', begun),
    child('1', 'a', child('x', 'b', start('9', 'read_file', { path: 'b.txt' }))),
    child('1', 'c', start('8', 'terminal', { command: 'ls' })),
  ]
  expect(watch(events)).toEqual([
    '⠹ delegate all  3s',
    '  ├ Goal of a · thinking  3s',
    '  │ └ Goal of b · read_file b.txt  3s',
    '  └ Goal of c · terminal ls  3s',
  ])
  const done: AgentEvent = { type: 'turn-end', outcome: { status: 'completed', text: '' } }
  expect(watch([...events, child('1', 'a', done)])).toEqual(['⠹ delegate all  3s', '  └ Goal of c · terminal ls  3s'])
})

test.each([10, 20, 200])('stays within %i columns', (columns) => {
  const events = Array.from({ length: 9 }, (_, index) => start(`${index}`, 'terminal', { command: '漢字 '.repeat(99) }))
  const rows = watch([...events, { type: 'tool-progress', callId: '0', text: 'x'.repeat(500) }], columns)
  for (const row of rows) expect(textWidth(row)).toBeLessThan(columns)
  expect(rows.at(-1)).toContain('… 3')
})
