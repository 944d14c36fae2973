import { type ApprovalRequest, alwaysRuns, type Tool } from '@hermes/core'
import { expect, test } from 'vitest'
import { gateRequest, place } from '../../testing/gate-request.js'
import { createApprovalGate } from './create-approval-gate.js'

const { signal } = new AbortController()

function open(answer: 'once' | 'session' | 'deny', mode: 'edits' | 'manual' = 'edits') {
  const asked: ApprovalRequest[] = []
  const gate = createApprovalGate({
    mode,
    ...place,
    approve: async (request) => {
      asked.push(request)
      return answer === 'deny' ? { decision: 'deny' } : { decision: answer }
    },
  })
  const review = (tool: Partial<Tool>) => {
    const request = gateRequest('ls')
    const edit = { ...request.tool, kind: 'edit', assess: alwaysRuns, ...tool } as const
    return gate.review({ ...request, tool: edit, args: { path: 'a.txt' } }, { signal })
  }
  return { asked, review }
}

test('asks about an edit that would run, with its diff', async () => {
  const { asked, review } = open('deny')
  expect(await review({ preview: async () => '--- a/a.txt' })).toMatchObject({ allowed: false })
  expect(asked).toMatchObject([{ diff: '--- a/a.txt', subject: 'path: a.txt', callId: expect.any(String) }])
})

test('asks without a diff when the tool cannot provide one', async () => {
  const { asked, review } = open('once')
  const preview = () => Promise.reject(new Error('There is no such file.'))
  expect(await review({ preview })).toMatchObject({ allowed: true })
  expect(asked[0]).not.toHaveProperty('diff')
})

test('allows all edits of the session, and only those that would run', async () => {
  const { asked, review } = open('session')
  await review({})
  expect(await review({})).toMatchObject({ allowed: true })
  expect(asked).toHaveLength(1)
  await review({ assess: async () => ({ verdict: 'ask', reasons: ['It is outside.'] }) })
  expect(asked).toHaveLength(2)
})

test('leaves other tools and other modes unchanged', async () => {
  const { asked, review } = open('deny')
  expect(await review({ kind: 'execute' })).toMatchObject({ allowed: true })
  const manual = open('deny', 'manual')
  expect(await manual.review({})).toMatchObject({ allowed: true })
  expect([asked, manual.asked]).toEqual([[], []])
})
