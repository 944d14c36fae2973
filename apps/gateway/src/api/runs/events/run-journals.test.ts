import type { ConversationEvent } from '@hermes/conversations'
import { expect, test } from 'vitest'
import { createRunJournals } from './run-journals.js'

async function* oneEvent(): AsyncGenerator<ConversationEvent> {
  yield { cursor: 1, type: 'notice', code: 'told', text: 'It rains.' }
}

test('drops the journals of runs that ended long ago in favor of newer ones', async () => {
  const journals = createRunJournals()
  const running = journals.keep('running', oneEvent())[Symbol.asyncIterator]()
  await running.next()
  for (let run = 0; run <= 100; run += 1) for await (const _ of journals.keep(`run ${run}`, oneEvent()));
  expect(journals.of('run 0')).toBeUndefined()
  expect(journals.of('run 1')?.after(undefined)).toBeDefined()
  expect(journals.of('running')?.after(undefined)).toBeDefined()
})
