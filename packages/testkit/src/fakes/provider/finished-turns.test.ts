import type { JsonObject } from '@hermes/core'
import { expect, it } from 'vitest'
import { finishedTurns } from './finished-turns.js'

const call = (id: string) => ({ id, type: 'function', function: { name: 'see', arguments: '{}' } })
const item = (id: string) => ({ type: 'function_call', call_id: id, name: 'see', arguments: '{}' })

/** Requests with two parallel calls, then one call, then one without a result. */
const bodies: Readonly<Record<string, JsonObject>> = {
  'chat completions': {
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      { role: 'assistant', content: null, tool_calls: [call('c')] },
      { role: 'tool', tool_call_id: 'c', content: '3' },
      { role: 'assistant', content: null, tool_calls: [call('d')] },
    ],
  },
  'the Responses API': {
    input: [
      { role: 'user', content: 'Hello' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      item('a'),
      item('b'),
      { type: 'function_call_output', call_id: 'a', output: '1' },
      { type: 'function_call_output', call_id: 'b', output: '2' },
      item('c'),
      { type: 'function_call_output', call_id: 'c', output: '3' },
      item('d'),
    ],
  },
  'the Messages API': {
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      {
        role: 'assistant',
        content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'see', input: {} })),
      },
      { role: 'user', content: ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: '1' })) },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'see', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: '1' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'd', name: 'see', input: {} }] },
    ],
  },
  'the Converse API': {
    messages: [
      { role: 'user', content: [{ text: 'Hello' }] },
      { role: 'assistant', content: ['a', 'b'].map((id) => ({ toolUse: { toolUseId: id, name: 'see', input: {} } })) },
      { role: 'user', content: ['a', 'b'].map((id) => ({ toolResult: { toolUseId: id, content: [] } })) },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'c', name: 'see', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'c', content: [] } }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'd', name: 'see', input: {} } }] },
    ],
  },
}

it.each(Object.entries(bodies))('counts the answers whose calls all have results, with %s', (_, body) => {
  expect(finishedTurns(body)).toBe(2)
})

it('counts no turns in an invalid conversation', () => {
  expect(finishedTurns({})).toBe(0)
  expect(finishedTurns({ input: 'Hello', messages: null })).toBe(0)
})
