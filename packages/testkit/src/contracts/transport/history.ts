import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { deepFreeze } from '@hermes/core/wiring'
import { describe, expect, it } from 'vitest'
import { call, calls, reasoning, text } from '../../fakes/reply.js'
import { readValid } from './read-valid.js'
import { open, question, type TransportContract } from './subject.js'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const tool: ToolDefinition = {
  name: 'read_file',
  description: 'Reads a file of the project.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}

/** Tests of the request as the provider receives it. The provider validates requests like the strictest of its kind. */
export function historyTests(contract: TransportContract): void {
  describe('requests', () => {
    it('sends the system prompt, the messages, the tools and the limit', async () => {
      const { ask, provider } = await open(contract, [text('ok')])
      await readValid(ask({ tools: [tool], maxOutputTokens: 4321 }))
      // Some APIs have the model in the path.
      const [request] = provider.requests
      const sent = JSON.stringify([request?.path, request?.body])
      for (const part of ['fake-model', 'You are under test.', 'Hello', tool.name, tool.description, 'path', '4321']) {
        expect(sent).toContain(part)
      }
    })

    it('accepts its own answers back, with their results', async () => {
      const { ask } = await open(contract, [
        reasoning('Both at once.', calls([call('read_file', { path: 'a' }), call('read_file', { path: 'b' })])),
        call('read_file', { path: 'c' }, { text: 'One more.' }),
        text('Done.'),
      ])
      const messages: Message[] = [...question.messages]
      for (let turn = 0; turn < 3; turn++) {
        const { message } = await readValid(ask({ messages: [...messages], tools: [tool] }))
        messages.push(message)
        for (const { id } of message.tool_calls ?? [])
          messages.push({ role: 'tool', tool_call_id: id, content: 'read' })
      }
      expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Done.' })
    })

    it('sends results, but no data that is for other transports or only for display', async () => {
      const { ask, provider } = await open(contract, [text('ok')])
      await readValid(ask({ messages: toolHistory, tools: [tool] }))
      const sent = JSON.stringify(provider.requests[0]?.body)
      expect(sent).toContain('what the file says')
      expect(sent).not.toContain('secret signature')
      expect(sent).not.toContain('a private thought')
    })

    it('does not mutate its input, and sends the same request byte for byte', async () => {
      const { ask, provider } = await open(contract, [text('ok'), text('ok')])
      const request = deepFreeze({ ...question, messages: toolHistory, tools: [tool] } satisfies ModelRequest)
      const before = JSON.stringify(request)
      await readValid(ask(request))
      await readValid(ask(request))
      expect(JSON.stringify(request)).toBe(before)
      const [first, second] = provider.requests
      expect(JSON.stringify(second?.body)).toBe(JSON.stringify(first?.body))
    })

    if (!contract.gaps?.images) {
      it('sends images of the user', async () => {
        const { ask, provider } = await open(contract, [text('ok')])
        await readValid(ask({ messages: [{ role: 'user', content: picture('What is this?') }] }))
        expect(JSON.stringify(provider.requests[0]?.body)).toContain(pixel)
      })

      it('sends a result with an image in a valid form', async () => {
        const { ask, provider } = await open(contract, [text('ok')])
        await readValid(ask({ messages: [...toolHistory.slice(0, 2), pictureResult], tools: [tool] }))
        expect(JSON.stringify(provider.requests[0]?.body)).toContain('The picture')
      })
    }
  })
}

const toolHistory: readonly Message[] = [
  { role: 'user', content: 'Read it' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
    reasoning: 'a private thought',
    provider_data: { 'some-other-transport': { signature: 'secret signature' } },
  },
  { role: 'tool', tool_call_id: 'call_1', name: 'read_file', content: 'what the file says' },
]

const pictureResult: Message = { role: 'tool', tool_call_id: 'call_1', content: picture('The picture') }

function picture(words: string) {
  return [
    { type: 'text' as const, text: words },
    { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${pixel}` } },
  ]
}
