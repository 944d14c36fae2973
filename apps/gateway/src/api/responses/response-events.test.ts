import type { AgentEvent } from '@hermes/core'
import { expect, test } from 'vitest'
import { ResponseEvents } from './response-events.js'

const says = (text: string): AgentEvent => ({ type: 'text-delta', text })

test('ends a text that starts again as incomplete, and starts a new item', () => {
  const events = new ResponseEvents({ id: 'resp_r' })
  const sent = [says('Half of'), { type: 'restart' } as const, says('All of it.')].flatMap((event) => events.of(event))
  const items = [...sent, ...events.end([])].flatMap((event) =>
    event.type === 'response.output_item.done' ? [event.item] : [],
  )
  expect(items).toMatchObject([
    { id: 'msg_r_0', status: 'incomplete', content: [{ text: 'Half of' }] },
    { id: 'msg_r_1', content: [{ text: 'All of it.' }] },
  ])
})

test('sends an answer without deltas as one item', () => {
  const types = new ResponseEvents({ id: 'resp_r' })
    .end([{ id: 'msg_r_2', text: 'Done.', status: 'completed' }])
    .map(({ type }) => type)
  expect(types.at(0)).toBe('response.output_item.added')
  expect(types.at(-1)).toBe('response.output_item.done')
})
