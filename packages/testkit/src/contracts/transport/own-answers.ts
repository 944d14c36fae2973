import { InterruptError, type ModelRequest } from '@hermes/core'
import { deepFreeze } from '@hermes/core/wiring'
import { describe, expect, it } from 'vitest'
import { readValid } from './read-valid.js'
import { open, type TransportContract } from './subject.js'

/** Tests for a transport that chooses its own answers. */
export function ownAnswerTests(contract: TransportContract): void {
  const { text, toolCall } = contract.requests ?? {}
  if (!text) throw new Error(`transportContract("${contract.name}"): with the gap "script", requests.text is required.`)

  describe('answers', () => {
    it('streams text in deltas and ends with one finish', async () => {
      const { message, reason } = await readValid((await open(contract, [])).ask(deepFreeze(text)))
      expect(message.content).toMatch(/\S/)
      expect(reason).toBe('stop')
    })

    if (toolCall) {
      it('calls one of the given tools', async () => {
        const { message, reason } = await readValid((await open(contract, [])).ask(deepFreeze(toolCall)))
        const known = toolCall.tools.map((tool) => tool.name)
        for (const made of message.tool_calls ?? []) expect(known).toContain(made.function.name)
        expect(message.tool_calls?.length).toBeGreaterThan(0)
        expect(reason).toBe('tool-calls')
      })
    }
  })

  describe('cancellation', () => cancellation(contract, text))
}

function cancellation(contract: TransportContract, request: ModelRequest): void {
  const reason = new InterruptError('Enough.')

  it('rejects with the reason of an already aborted signal', async () => {
    const { ask } = await open(contract, [])
    await expect(readValid(ask(request, AbortSignal.abort(reason)))).rejects.toBe(reason)
  })

  it('rejects with the reason when aborted in the middle', async () => {
    const { ask } = await open(contract, [])
    const abort = new AbortController()
    const events = ask(request, abort.signal)[Symbol.asyncIterator]()
    expect((await events.next()).done).toBe(false)
    abort.abort(reason)
    await expect(readValid({ [Symbol.asyncIterator]: () => events })).rejects.toBe(reason)
  })

  it('can be left in the middle and used again', async () => {
    const { ask } = await open(contract, [])
    for await (const event of ask(request)) {
      expect(event.type).not.toBe('finish')
      break
    }
    expect((await readValid(ask(request))).message.content).toMatch(/\S/)
  })
}
