import { type ToolCall, textOf } from '@hermes/core'
import type { ClarifyQuestion } from '@hermes/core/questions'
import { expect, test } from 'vitest'
import { createToolExecutor } from '../executor/executor.js'
import { createToolRegistry } from '../registry/registry.js'
import { type ClarifyToolsOptions, clarifyTools } from './clarify.js'

async function ask(args: object, options: ClarifyToolsOptions = {}, signal = AbortSignal.timeout(5_000)) {
  const executor = createToolExecutor({
    registry: createToolRegistry(clarifyTools(options)),
    limits: { graceMs: 1_000 },
  })
  const call: ToolCall = { id: '1', type: 'function', function: { name: 'clarify', arguments: JSON.stringify(args) } }
  for await (const event of executor.execute([call], { sessionId: 's', taskId: 't', signal })) {
    if (event.type === 'tool-end') return textOf(event.message.content)
  }
  throw new Error('no result')
}

test('passes the question to the user and the answer to the model', async () => {
  const asked: ClarifyQuestion[] = []
  const clarify = async (question: ClarifyQuestion) => {
    asked.push(question)
    return 'blue'
  }
  const result = await ask({ question: 'Which colour?', choices: ['red', ' blue ', 'red'] }, { clarify })
  expect(asked).toEqual([{ sessionId: 's', callId: '1', text: 'Which colour?', choices: ['red', 'blue'] }])
  expect(JSON.parse(result)).toEqual({ question: 'Which colour?', choices: ['red', 'blue'], answer: 'blue' })
})

test.each([
  ['the question has no recipient', {}],
  ['nobody answers', { clarify: async () => undefined }],
])('tells the model to decide when %s', async (_, options) => {
  expect(JSON.parse(await ask({ question: 'Which?' }, options))).toMatchObject({
    answer: null,
    note: expect.stringMatching(/Decide yourself/),
  })
})

test('rejects more than four choices', async () => {
  expect(await ask({ question: 'Which?', choices: ['1', '2', '3', '4', '5'] })).toMatch(/choices/)
})

test.each<[string, (settle: { resolve(): void; reject(error: unknown): void }, reason: unknown) => void]>([
  ['resolves', ({ resolve }) => resolve()],
  ['rejects', ({ reject }, reason) => reject(reason)],
])('an interrupt ends the question, and the model reads that it was not answered: the desk %s', async (_, end) => {
  const controller = new AbortController()
  const clarify: ClarifyToolsOptions['clarify'] = (_question, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => end({ resolve: () => resolve(undefined), reject }, signal.reason))
      controller.abort(new Error('The gateway stops.'))
    })
  expect(await ask({ question: 'Which?' }, { clarify }, controller.signal)).toBe(
    '[cancelled before the user had answered: make this call again if the answer is still needed. Reason: The gateway stops.]',
  )
})
