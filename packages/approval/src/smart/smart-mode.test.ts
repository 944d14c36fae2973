import type { ApprovalAnswer, Approve } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { delegateRequest, gateRequest, place } from '../../testing/gate-request.js'
import { type ApprovalGateOptions, createApprovalGate } from '../gate/create-approval-gate.js'
import type { SmartOptions } from './ask-judge.js'
import type { Judge, Judgment } from './judge.js'

type Verdict = Judgment['verdict']

function setUp(verdicts: readonly (Verdict | Error)[], options: Partial<ApprovalGateOptions & SmartOptions> = {}) {
  const judged: string[] = []
  const asked: string[] = []
  const left = [...verdicts]
  const judge: Judge = async ({ subject }) => {
    judged.push(subject)
    const verdict = left.shift() ?? 'escalate'
    if (verdict instanceof Error) throw verdict
    return { verdict, reason: `Said: ${verdict}.` }
  }
  const approve: Approve = async ({ subject }): Promise<ApprovalAnswer> => {
    asked.push(subject)
    return { decision: 'once' }
  }
  const { denialLimit, mayDecide, ...others } = options
  const smart = { judge, ...(denialLimit !== undefined && { denialLimit }), ...(mayDecide && { mayDecide }) }
  const gate = createApprovalGate({ mode: 'smart', ...place, approve, smart, ...others })
  const { signal } = new AbortController()
  const review = (command: string, sessionId = 's1') => gate.review(gateRequest(command, sessionId), { signal })
  return { review, judged, asked, gate }
}

test('does not judge or ask about everyday commands', async () => {
  const { review, judged, asked } = setUp([])
  expect(await review('git status')).toEqual({ allowed: true })
  expect([judged, asked]).toEqual([[], []])
})

test('allows or denies a flagged call, or passes it to the person', async () => {
  const { review, judged, asked } = setUp(['approve', 'deny', 'escalate'])
  expect(await review('rm -rf a')).toEqual({ allowed: true })
  expect(await review('rm -rf b')).toMatchObject({ allowed: false, reason: expect.stringContaining('Said: deny.') })
  expect(await review('rm -rf c')).toEqual({ allowed: true })
  expect([judged, asked]).toEqual([['rm -rf a', 'rm -rf b', 'rm -rf c'], ['rm -rf c']])
})

test('a refusal does not say how to avoid it', async () => {
  const verdict = await setUp(['deny']).review('rm -rf a')
  expect(JSON.stringify(verdict)).not.toMatch(/mode|config|yolo|smart|approvals/i)
})

test('does not judge calls that never run or are denied by name', async () => {
  const { review, judged, asked } = setUp(['approve', 'approve'], { deny: ['npm publish*'] })
  expect(await review('rm -rf /')).toMatchObject({ allowed: false })
  expect(await review('npm publish')).toMatchObject({ allowed: false })
  expect([judged, asked]).toEqual([[], []])
})

test('asks the person when the judge fails, and denies when nobody can be asked', async () => {
  const { review, asked } = setUp([new Error('broken')])
  expect(await review('rm -rf a')).toEqual({ allowed: true })
  expect(asked).toEqual(['rm -rf a'])
  const alone = setUp(['escalate', 'approve'], {
    approve: async () => ({ decision: 'deny', unanswered: 'unattended' }),
  })
  expect(await alone.review('rm -rf a')).toMatchObject({ allowed: false })
})

test('does not call a judge that may not decide now', async () => {
  const { review, judged, asked } = setUp(['approve'], { mayDecide: () => false })
  await review('rm -rf a')
  expect([judged, asked]).toEqual([[], ['rm -rf a']])
})

test('asks a person when there is no judge', async () => {
  const asked: string[] = []
  const approve: Approve = async ({ subject }) => {
    asked.push(subject)
    return { decision: 'deny' }
  }
  const gate = createApprovalGate({ mode: 'smart', ...place, approve })
  const { signal } = new AbortController()
  expect(await gate.review(gateRequest('rm -rf a'), { signal })).toMatchObject({ allowed: false })
  expect(asked).toEqual(['rm -rf a'])
})

test('judges a call again when it changed in the meantime', async () => {
  const args = { command: 'rm -rf a' }
  const seen: string[] = []
  const judge: Judge = async ({ subject }) => {
    seen.push(subject)
    args.command = 'rm -rf b'
    return { verdict: 'approve', reason: '' }
  }
  const gate = createApprovalGate({ mode: 'smart', ...place, smart: { judge } })
  const { signal } = new AbortController()
  expect(await gate.review({ ...gateRequest(''), args }, { signal })).toEqual({ allowed: true })
  expect(seen).toEqual(['rm -rf a', 'rm -rf b'])
})

describe('consecutive denials', () => {
  test('asks a person after three denials, and the judge after that', async () => {
    const { review, judged, asked } = setUp(['deny', 'deny', 'deny', 'approve'])
    for (const name of ['a', 'b', 'c', 'd', 'e']) await review(`rm -rf ${name}`)
    expect(judged).toEqual(['rm -rf a', 'rm -rf b', 'rm -rf c', 'rm -rf e'])
    expect(asked).toEqual(['rm -rf d'])
  })

  test('resets the count after an approval in between', async () => {
    const { review, asked } = setUp(['deny', 'deny', 'approve', 'deny', 'deny', 'approve'])
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await review(`rm -rf ${name}`)
    expect(asked).toEqual([])
  })

  test('counts per session, with a configurable limit', async () => {
    const separate = setUp(['deny', 'deny', 'deny', 'deny'])
    for (const session of ['s1', 's2', 's1', 's2']) await separate.review('rm -rf a', session)
    expect(separate.asked).toEqual([])
    const strict = setUp(['deny'], { denialLimit: 1 })
    for (const name of ['a', 'b']) await strict.review(`rm -rf ${name}`)
    expect(strict.asked).toEqual(['rm -rf b'])
    const endless = setUp(['deny', 'deny', 'deny', 'deny', 'deny'], { denialLimit: 0 })
    for (const name of ['a', 'b', 'c', 'd', 'e']) await endless.review(`rm -rf ${name}`)
    expect(endless.asked).toEqual([])
  })

  test('denies when nobody can be asked', async () => {
    const { review, judged } = setUp(['deny', 'approve'], {
      denialLimit: 1,
      approve: async () => ({ decision: 'deny', unanswered: 'unattended' }),
    })
    for (const name of ['a', 'b', 'c']) expect(await review(`rm -rf ${name}`)).toMatchObject({ allowed: false })
    expect(judged).toEqual(['rm -rf a'])
  })
})

test('a session and its delegates may have another mode', async () => {
  const { gate, review, judged, asked } = setUp(['approve', 'approve'])
  const { signal } = new AbortController()
  gate.modes.set('s1', 'off')
  expect(await review('rm -rf a')).toEqual({ allowed: true })
  expect(await review('rm -rf /')).toMatchObject({ allowed: false })
  expect(await gate.review(delegateRequest('rm -rf b', 's1'), { signal })).toEqual({ allowed: true })
  expect([judged, asked]).toEqual([[], []])
  await review('rm -rf c', 's2')
  gate.modes.set('s1', undefined)
  await review('rm -rf d')
  expect(judged).toEqual(['rm -rf c', 'rm -rf d'])
})
