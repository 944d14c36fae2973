import type { Message } from '@hermes/core'
import { expect, test } from 'vitest'
import { loadFormulas } from '../markdown/lazy-formulas.js'
import { createStyle } from '../text/style.js'
import { createMessageTimes } from './message-times.js'
import { renderRecap, renderTranscript } from './transcript.js'

const options = { style: createStyle(false), columns: 60 }

function exchange(question: string, output: string, answer: string): Message[] {
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'terminal', arguments: '{"command":"ls"}' },
  } as const
  return [
    { role: 'user', content: question },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ output, exit_code: output === '' ? 2 : 0 }) },
    { role: 'assistant', content: answer },
  ]
}

test('shows each call with its own result, even with repeated ids', () => {
  const messages = [...exchange('List', 'a\nb', 'Two.'), ...exchange('Again\nplease', '', 'None.')]
  expect(renderTranscript(messages, options)).toBe(
    '❯ List\n\n● terminal ls  2 lines\n\nTwo.\n\n❯ Again\n  please\n\n✗ terminal ls  exit 2\n\nNone.\n',
  )
})

test('shows formulas as text where they can be rendered', async () => {
  const messages = exchange('Why?', 'x', 'Because $E = mc^2$.')
  const colored = { ...options, style: createStyle(true) }
  expect(renderTranscript(messages, { ...colored, formula: await loadFormulas() })).toContain('Because E = mc².')
  expect(renderTranscript(messages, colored)).toContain('Because $E = mc^2$.')
})

test('shows the latest exchanges, shortened, in a recap', () => {
  const messages = Array.from({ length: 30 }, (_, index) =>
    exchange(`Question ${index}`, 'x', 'word '.repeat(100)),
  ).flat()
  const stored = messages.map((message) => ({ message, timestampMs: new Date(2026, 0, 2, 9, 5).getTime() }))
  const times = createMessageTimes({ env: {} })
  const recap = renderRecap(stored, { ...options, times })
  expect(recap).toContain('❯ Question 29')
  expect(recap).not.toContain('Question 19')
  expect(recap.split('\n').every((line) => line.length <= 203)).toBe(true)
  expect(recap).not.toContain('09:05')
  times.isShown = true
  expect(renderRecap(stored, { ...options, times })).toContain('2 Jan 2026, 09:05 ❯ Question 29')
})
