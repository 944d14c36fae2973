import { expect, test } from 'vitest'
import { answerOf, sideModel } from './world-model.js'

const user = (content: string) => ({ role: 'user', content })
const cutAnswer = { role: 'assistant', content: 'm83 line 1 of 1\nm8' }

test('answers the newest message of a conversation', () => {
  const messages = [user('m7'), { role: 'assistant', content: 'm7 line 1 of 1' }, user('m8\nm10')]
  expect(answerOf({ model: 'prove', messages })).toMatchObject({ mark: 'm10', repeated: [], isFirst: true })
})

test('reports a message that is twice in a conversation, but not an answer that ends within its mark', () => {
  const shown = [user('m8'), cutAnswer, user('m9')]
  expect(answerOf({ model: 'prove', messages: shown }).repeated).toEqual([])
  expect(answerOf({ model: 'prove', messages: [...shown, user('m8\nm9')] }).repeated).toEqual([
    'm8 (m8; m8, m9)',
    'm9 (m9; m8, m9)',
  ])
})

test('finds nothing to answer in a request that quotes a conversation', () => {
  const quoted = user(`User: m83\nm84\n\nAgent: ${cutAnswer.content}\n\nUser: m85\n\nAgent: ${cutAnswer.content}`)
  expect(answerOf({ model: sideModel, messages: [quoted] })).toMatchObject({ mark: '', repeated: [], callsTool: false })
})
