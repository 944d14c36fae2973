import { parseJson } from '@hermes/core/wiring'
import { describe, expect, it } from 'vitest'
import { call, calls, reasoning, text } from '../../fakes/reply.js'
import { joined, readValid } from './read-valid.js'
import { open, type TransportContract } from './subject.js'

/** Tests of complete answers. */
export function answerTests(contract: TransportContract): void {
  describe('answers', () => {
    it('streams text in the order of the answer and ends with one finish', async () => {
      const words = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ')
      const { ask } = await open(contract, [text(words, { pace: { pieceSize: 4 } })])
      const { events, message, reason } = await readValid(ask())
      expect(joined(events, 'text-delta')).toBe(words)
      expect(message).toMatchObject({ role: 'assistant', content: words })
      expect(reason).toBe('stop')
    })

    it('preserves every character of the answer', async () => {
      const words = 'Zeile 1\r\n\n日本語 👩‍👩‍👧 "quoted" \\ {} data: \u2028 end  '
      const { ask } = await open(contract, [text(words, { pace: { pieceSize: 1, writeSize: 3 } })])
      expect((await readValid(ask())).message.content).toBe(words)
    })

    it('passes on a tool call', async () => {
      const { ask } = await open(contract, [call('read_file', { path: 'a.txt', limit: 3 })])
      const { message, reason } = await readValid(ask())
      expect(message.content).toBeNull()
      expect(message.tool_calls?.map((made) => made.function.name)).toEqual(['read_file'])
      expect(parseJson(message.tool_calls?.[0]?.function.arguments ?? '')).toEqual({ path: 'a.txt', limit: 3 })
      expect(reason).toBe('tool-calls')
    })

    it('passes on text and parallel tool calls in order', async () => {
      const made = [call('read_file', { path: 'a' }), call('read_file', { path: 'b' }), call('todo', {})]
      const { ask } = await open(contract, [calls(made, { text: 'Let me look.' })])
      const { message, events } = await readValid(ask())
      expect(message.content).toBe('Let me look.')
      const named = message.tool_calls?.map(({ function: { name, arguments: args } }) => [name, parseJson(args)])
      expect(named).toEqual([
        ['read_file', { path: 'a' }],
        ['read_file', { path: 'b' }],
        ['todo', {}],
      ])
      const kinds = new Set(events.map((event) => event.type))
      expect([...kinds]).toEqual(['text-delta', 'tool-call-delta', 'finish'])
    })

    it('distinguishes input, cached and output tokens', async () => {
      const usage = { inputTokens: 70, cacheReadTokens: 30, outputTokens: 12 }
      const { ask } = await open(contract, [text('ok', { usage })])
      expect((await readValid(ask())).usage).toMatchObject({ ...usage, cacheWriteTokens: 0 })
    })

    it('returns the finish reason', async () => {
      const { ask } = await open(contract, [
        text('and then', { reason: 'length' }),
        text('I cannot', { reason: 'content-filter' }),
      ])
      expect((await readValid(ask())).reason).toBe('length')
      expect((await readValid(ask())).reason).toBe('content-filter')
    })

    it('serves two conversations concurrently without mixing them', async () => {
      const pace = { pieceSize: 2 }
      const { ask } = await open(contract, [text('the first answer', { pace }), text('the second one', { pace })])
      const [first, second] = [ask()[Symbol.asyncIterator](), ask()[Symbol.asyncIterator]()]
      let [left, right] = ['', '']
      for (let open = true; open; ) {
        const events = [await first.next(), await second.next()] as const
        left += joined(events[0].done ? [] : [events[0].value], 'text-delta')
        right += joined(events[1].done ? [] : [events[1].value], 'text-delta')
        open = !(events[0].done && events[1].done)
      }
      expect([left, right]).toEqual(['the first answer', 'the second one'])
    })

    if (!contract.gaps?.reasoning) {
      it('streams reasoning separately from the text', async () => {
        const { ask } = await open(contract, [reasoning('First I think.', text('Then I speak.'))])
        const { message, events } = await readValid(ask())
        expect(message).toMatchObject({ reasoning: 'First I think.', content: 'Then I speak.' })
        const kinds = new Set(events.map((event) => event.type))
        expect([...kinds]).toEqual(['reasoning-delta', 'text-delta', 'finish'])
      })
    }
  })
}
