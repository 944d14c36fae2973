import type { AssistantMessage, Message, ToolDefinition } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { describe, expect, it } from 'vitest'
import { asObject } from '../../fakes/provider/json.js'
import { type Answer, call, calls, type Pace, text } from '../../fakes/reply.js'
import { outcomeOf } from './outcome.js'
import { readValid } from './read-valid.js'
import { open, question, type TransportContract } from './subject.js'

const tool: ToolDefinition = { name: 'read_file', description: 'Reads a file.', parameters: { type: 'object' } }

const reading = (path: string, id?: string) =>
  call('read_file', { path, lines: '1-20' }, id === undefined ? {} : { id })

/** Tests of invalid model output. */
export function invalidOutputTests(contract: TransportContract): void {
  describe('the output of the model', () => {
    it('may be empty', async () => {
      const { ask } = await open(contract, [text('')])
      const { message, reason } = await readValid(ask())
      expect(message).toMatchObject({ content: '' })
      expect(reason).toBe('stop')
    })

    const odd: [string, Answer][] = [
      ['with the same id', calls([reading('a', 'same'), reading('b', 'same')])],
      ['of a tool with an invalid name', calls([call('files.read file', {}), call('x'.repeat(90), {})])],
    ]

    it.each<[string, Answer]>([
      ...(contract.gaps?.oddCalls ? [] : odd),
      ['without ids', calls([reading('a', ''), reading('b', '')])],
      [
        'with ids in another alphabet',
        calls([reading('a', 'call 1: ü|x'), reading('b', `functions.read:${'0'.repeat(80)}`)]),
      ],
      ['with arguments that are not JSON', calls([call('read_file', '{"path": "a'), call('read_file', 'path=b')])],
      ['with arguments that are not an object', calls([call('read_file', '[1]'), call('read_file', '"a"')])],
      ['without arguments', calls([call('read_file', ''), call('read_file', {})])],
    ])('may be calls %s: each gets a unique id, and their results are accepted', async (_, answer) => {
      const { ask } = await open(contract, [answer, text('Done.')])
      const { message } = await readValid(ask({ tools: [tool] }))
      expect(message.tool_calls).toHaveLength(2)
      const next = await readValid(ask({ tools: [tool], messages: withResults(message) }))
      expect(next.message.content).toBe('Done.')
    })

    if (contract.gaps?.streaming) return
    it.each<NonNullable<Pace['callOrder']>>(['interleaved', 'backwards'])(
      'may be parallel calls whose pieces come %s: each call gets its own',
      async (callOrder) => {
        const made = ['a', 'b', 'c'].map((path) => reading(path))
        const { ask } = await open(contract, [calls(made, { text: 'Look:', pace: { pieceSize: 3, callOrder } })])
        const { message } = await readValid(ask({ tools: [tool] }))
        const paths = message.tool_calls?.map((made) => asObject(parseJson(made.function.arguments)).path)
        expect(paths?.toSorted()).toEqual(['a', 'b', 'c'])
        expect(message.content).toBe('Look:')
      },
    )

    it('keeps arguments that are not JSON unchanged, for the executor to report', async () => {
      const { ask } = await open(contract, [call('read_file', '{"path": "a')])
      const { finish } = await outcomeOf(ask({ tools: [tool] }))
      expect(finish?.message.tool_calls?.[0]?.function.arguments).toBe('{"path": "a')
    })
  })
}

function withResults(message: AssistantMessage): readonly Message[] {
  const results = (message.tool_calls ?? []).map(
    ({ id }): Message => ({ role: 'tool', tool_call_id: id, content: 'The arguments are not valid.' }),
  )
  return [...question.messages, message, ...results]
}
