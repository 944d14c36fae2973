import { cut, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox } from '../hermes.js'
import { configFor, startEditor } from './test-editor.js'

test.each([
  {
    broken: 'its text',
    answer: text('Half of it.'),
    said: /^Half.*\n\n\[The text above is withdrawn\. The answer starts again:\]\n\nAll of it\.$/,
    thought: /^$/,
  },
  {
    broken: 'its reasoning',
    answer: text('', { reasoning: 'Let me think.' }),
    said: /^All of it\.$/,
    thought: /^Let.*\n\n\[The text above is withdrawn\. The answer starts again:\]\n\n$/,
  },
])('restarts an answer that breaks off in $broken', async ({ answer, said, thought }) => {
  using sandbox = createSandbox()
  await using fake = await startFakeProvider({ script: [cut(answer, { after: 1 }), text('All of it.')] })
  sandbox.writeHome('config.yaml', configFor(fake.baseUrl))
  await using editor = await startEditor({ sandbox })
  const session = await editor.newSession()
  expect(await editor.prompt(session, 'hello')).toBe('end_turn')
  expect(fake.requests).toHaveLength(2)
  expect(editor.said(session)).toMatch(said)
  const thoughts = editor.of('agent_thought_chunk', session)
  expect(thoughts.map(({ content }) => (content.type === 'text' ? content.text : '')).join('')).toMatch(thought)
})
