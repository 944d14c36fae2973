import { RequestError } from '@agentclientprotocol/sdk/unstable'
import type { Question } from '@hermes/core/questions'
import { expect, test } from 'vitest'
import type { EditorClient } from '../contracts/editor-client.js'
import { Permissions } from './permissions.js'

const question: Question = JSON.parse(
  '{"id":"q1","sessionId":"s","kind":"approval","text":"rm x","reasons":["It deletes."],"tool":"terminal","choices":[]}',
)

/** Returns the answers given when the editor rejects the request with this error. */
async function answersTo(error: Error) {
  const answers: unknown[] = []
  const asked = Promise.withResolvers<void>()
  const client: EditorClient = {
    capabilities: {},
    sender: { person: { id: 'local', role: 'admin' }, surface: { kind: 'editor' } },
    update: async () => undefined,
    requestPermission: () => Promise.reject(error),
  }
  const permissions = new Permissions({
    client,
    workspace: {
      questions: {
        async answer(id, answer) {
          answers.push([id, answer])
          return { accepted: true, question }
        },
      },
      canAllowForGood: () => false,
      allowForGood: async () => undefined,
    },
    folder: '/',
    logger: { log: () => asked.resolve() },
  })
  permissions.ask(question, undefined)
  await asked.promise
  await new Promise((resolve) => setImmediate(resolve))
  return answers
}

test('denies at once, with the reason, when the editor answers with an error', async () => {
  const reason = expect.stringMatching(/^The editor could not ask: .*no dialog/)
  expect(await answersTo(new RequestError(-32603, 'no dialog'))).toEqual([['q1', { decision: 'deny', reason }]])
})

test('gives no answer for an editor that is gone', async () => {
  expect(await answersTo(new Error('ACP connection closed'))).toEqual([])
})
