import type { AgentEvent } from '@hermes/core'
import { expect, test } from 'vitest'
import { createEventWriter } from './event-writer.js'

const next: AgentEvent = { type: 'iteration-start', iteration: 1, maxIterations: 0 }
const says = (text: string): AgentEvent => ({ type: 'text-delta', text })

function contentOf(events: readonly AgentEvent[]): string {
  const write = createEventWriter({ id: 'c', created: 0, model: 'm' })
  const chunks = events.flatMap((event) => write(event)?.data ?? [])
  return chunks.map((data) => JSON.parse(data).choices[0].delta.content ?? '').join('')
}

test('says in the text that the answer starts again, and gives the reason only in the notice', () => {
  expect(contentOf([next, says('Half of'), { type: 'restart' }, says('All of it.')])).toBe(
    'Half of\n\n[The text above is withdrawn. The answer starts again:]\n\nAll of it.',
  )
})

test("sends the model's reasoning only if it is shown, and not as text", () => {
  const thinks: AgentEvent = { type: 'reasoning-delta', text: 'Hm.' }
  const identity = { id: 'c', created: 0, model: 'm' }
  expect(createEventWriter(identity)(thinks)).toBeUndefined()
  const sent = createEventWriter(identity, { showsReasoning: true })(thinks)
  expect(JSON.parse(sent?.data ?? '').choices[0].delta).toEqual({ reasoning_content: 'Hm.' })
})

test('does not mention a call that starts again without text', () => {
  expect(contentOf([next, says('One.'), next, { type: 'restart' }, says('Two.')])).toBe('One.Two.')
})
