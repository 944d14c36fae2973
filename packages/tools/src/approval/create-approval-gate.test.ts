import type { ApprovalAnswer, ApprovalRequest, Approve, Tool, ToolHooks } from '@hermes/core'
import { describe, expect, test, vi } from 'vitest'
import type { GateRequest } from '../gate.js'
import { type ApprovalGateOptions, createApprovalGate } from './create-approval-gate.js'

const context = { workingDirectory: '/home/dev/proj', home: '/home/dev' }

function request(command: string, sessionId = 's1', name = 'terminal'): GateRequest {
  const tool: Tool = {
    name,
    description: '',
    parameters: { type: 'object' },
    toolset: name,
    effect: 'once',
    concurrency: 'never',
    run: async () => '',
  }
  return { tool, args: { command }, sessionId, taskId: 't1', callId: 'c1' }
}

function gateWith(options: Partial<ApprovalGateOptions>) {
  const gate = createApprovalGate({ mode: 'manual', ...context, ...options })
  const { signal } = new AbortController()
  return (command: string, sessionId?: string, tool?: string) =>
    gate.review(request(command, sessionId, tool), { signal })
}

function answers(...list: readonly ApprovalAnswer[]): { approve: Approve; asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = []
  const left = [...list]
  const approve: Approve = async (question) => {
    asked.push(question)
    return left.shift() ?? { decision: 'deny' }
  }
  return { approve, asked }
}

test('an everyday command runs without a question', async () => {
  const { approve, asked } = answers()
  expect(await gateWith({ approve })('git status')).toEqual({ allowed: true })
  expect(asked).toEqual([])
})

test('a dangerous one is put to the person as it will run, with its folder and its reasons', async () => {
  const { approve, asked } = answers({ decision: 'once' })
  expect(await gateWith({ approve })('rm -rf build')).toEqual({ allowed: true })
  expect(asked).toEqual([
    {
      sessionId: 's1',
      tool: 'terminal',
      args: { command: 'rm -rf build' },
      subject: 'rm -rf build',
      workingDirectory: '/home/dev/proj',
      reasons: ['It deletes a folder with everything in it.'],
    },
  ])
})

test('with nobody to ask it is denied at once, with a sentence for the model', async () => {
  const verdict = await gateWith({})('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining('there is nobody to ask') })
})

test('a denial carries what the person said', async () => {
  const { approve } = answers({ decision: 'deny', reason: 'keep the build' })
  const verdict = await gateWith({ approve })('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining('keep the build') })
})

test('an answer for the session holds for the same reasons in that session alone', async () => {
  const { approve, asked } = answers({ decision: 'session' }, { decision: 'deny' }, { decision: 'deny' })
  const review = gateWith({ approve })
  expect(await review('rm -rf build')).toEqual({ allowed: true })
  expect(await review('rm -r other')).toEqual({ allowed: true })
  expect(asked).toHaveLength(1)
  expect(await review('git push --force')).toMatchObject({ allowed: false })
  expect(await review('rm -rf build', 's2')).toMatchObject({ allowed: false })
  expect(asked).toHaveLength(3)
})

test('an answer for once is asked for again', async () => {
  const { approve, asked } = answers({ decision: 'once' }, { decision: 'once' })
  const review = gateWith({ approve })
  await review('rm -rf build')
  await review('rm -rf build')
  expect(asked).toHaveLength(2)
})

test('switched off, only what cannot be undone is refused', async () => {
  const { approve, asked } = answers()
  const review = gateWith({ approve, mode: 'off' })
  expect(await review('rm -rf build')).toEqual({ allowed: true })
  expect(await review('rm -rf /')).toMatchObject({ allowed: false })
  expect(asked).toEqual([])
})

test('no answer lets a hardline command run, and its reason does not tell how', async () => {
  const { approve, asked } = answers({ decision: 'session' }, { decision: 'session' })
  const review = gateWith({ approve })
  await review('rm -rf build')
  const verdict = await review('sudo rm -rf /')
  expect(verdict).toMatchObject({ allowed: false })
  expect(JSON.stringify(verdict)).not.toMatch(/mode|config|yolo|approvals/i)
  expect(asked).toHaveLength(1)
})

test('denied patterns come before everything, also for a command inside another', async () => {
  const { approve, asked } = answers({ decision: 'once' })
  const review = gateWith({ approve, mode: 'off', deny: ['git push*', 'npm publish'] })
  expect(await review('git push origin main')).toMatchObject({ allowed: false })
  expect(await review('make && sudo bash -c "git   push -f"')).toMatchObject({ allowed: false })
  expect(await review('npm publish')).toMatchObject({ allowed: false })
  expect(await review('npm publish --dry-run')).toEqual({ allowed: true })
  expect(asked).toEqual([])
})

test('tools without an assessor may run; others are judged by their own', async () => {
  const { approve, asked } = answers({ decision: 'deny' })
  const assessment = { verdict: 'ask', reasons: ['It sends a message.'] } as const
  const review = gateWith({ approve, assessors: { send: async () => ({ subject: '{"to":"x"}', assessment }) } })
  expect(await review('', 's1', 'read_file')).toEqual({ allowed: true })
  expect(await review('', 's1', 'send')).toMatchObject({ allowed: false })
  const { reasons } = assessment
  expect(asked).toEqual([{ sessionId: 's1', tool: 'send', args: { command: '' }, subject: '{"to":"x"}', reasons }])
})

test('no answer in time is a denial, and the asker is told that the time is up', async () => {
  const aborted = vi.fn()
  const approve: Approve = (_question, { signal }) => {
    signal.addEventListener('abort', aborted)
    return new Promise(() => undefined)
  }
  const verdict = await gateWith({ approve, timeoutMs: 20 })('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining('did not answer in time') })
  expect(aborted).toHaveBeenCalledOnce()
})

test('an interrupt ends the wait', async () => {
  const controller = new AbortController()
  const approve: Approve = () => {
    controller.abort(new Error('interrupted'))
    return new Promise(() => undefined)
  }
  const gate = createApprovalGate({ mode: 'manual', approve, ...context })
  await expect(gate.review(request('rm -rf build'), { signal: controller.signal })).rejects.toThrow('interrupted')
})

test('a call is judged in its own folder', async () => {
  const review = createApprovalGate({ mode: 'off', home: '/home/dev', workingDirectory: () => '/' })
  const { signal } = new AbortController()
  expect(await review.review(request('rm -rf *'), { signal })).toMatchObject({ allowed: false })
  const inProject = { ...request('rm -rf *'), args: { command: 'rm -rf *', workdir: 'home/dev/proj' } }
  expect(await review.review(inProject, { signal })).toEqual({ allowed: true })
})

describe('an answer is bound to what was shown', () => {
  test.each<[string, (world: { folder: string; args: { command: string } }) => object]>([
    ['one byte of the command', ({ args }) => Object.assign(args, { command: `${args.command} ` })],
    ['an argument beside it', ({ args }) => Object.assign(args, { timeout: 1 })],
    ['the folder', (world) => Object.assign(world, { folder: '/home/dev/proj/sub' })],
  ])('a change of %s after the answer asks again', async (_, change) => {
    const world = { folder: '/home/dev/proj', args: { command: 'rm -rf build' } }
    const asked: ApprovalRequest[] = []
    const approve: Approve = async (question) => {
      asked.push(structuredClone(question))
      if (asked.length === 1) change(world)
      return { decision: 'once' }
    }
    const gate = createApprovalGate({
      mode: 'manual',
      approve,
      workingDirectory: () => world.folder,
      home: '/home/dev',
    })
    const { signal } = new AbortController()
    expect(await gate.review({ ...request(''), args: world.args }, { signal })).toEqual({ allowed: true })
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatchObject({ args: world.args, subject: world.args.command, workingDirectory: world.folder })
    expect(asked[0]).not.toEqual(asked[1])
  })

  test('what has become something that never runs is refused', async () => {
    const args = { command: 'rm -rf build' }
    const approve: Approve = async () => {
      args.command = 'rm -rf /'
      return { decision: 'session' }
    }
    const gate = createApprovalGate({ mode: 'manual', approve, ...context })
    const { signal } = new AbortController()
    expect(await gate.review({ ...request(''), args }, { signal })).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('can never be run'),
    })
  })

  test('what never stays the same is not asked about for ever', async () => {
    const args = { command: 'rm -rf build' }
    const approve = vi.fn<Approve>(async () => {
      args.command += 'x'
      return { decision: 'once' }
    })
    const gate = createApprovalGate({ mode: 'manual', approve, ...context })
    const { signal } = new AbortController()
    expect(await gate.review({ ...request(''), args }, { signal })).toMatchObject({ allowed: false })
    expect(approve).toHaveBeenCalledTimes(3)
  })
})

test.each([
  ['nobody', 'there is nobody to ask'],
  ['too-late', 'did not answer in time'],
  ['withdrawn', 'was withdrawn'],
] as const)('a denial that no person gave says so: %s', async (unanswered, sentence) => {
  const { approve } = answers({ decision: 'deny', unanswered })
  const verdict = await gateWith({ approve, timeoutMs: Number.POSITIVE_INFINITY })('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining(sentence) })
  expect(JSON.stringify(verdict)).not.toMatch(/The user was|mode|config|yolo|--/i)
})

test('a hook may spare the question, but not what is always refused', async () => {
  const { approve, asked } = answers()
  const gate = createApprovalGate({ mode: 'manual', approve, ...context })
  const { signal } = new AbortController()
  const review = (command: string) => gate.review({ ...request(command), isApproved: true }, { signal })
  expect(await review('rm -rf build')).toEqual({ allowed: true })
  expect(await review('rm -rf /')).toMatchObject({ allowed: false })
  expect(asked).toEqual([])
})

test('hooks hear of the question and of the answer; one that fails changes nothing', async () => {
  const heard: unknown[] = []
  const hooks: ToolHooks = {
    pre_approval_request(event) {
      heard.push(event.subject)
      throw new Error('broken')
    },
    post_approval_response: ({ request: { subject }, answer }) => {
      heard.push([subject, answer])
    },
  }
  const { approve } = answers({ decision: 'once' })
  const gate = createApprovalGate({ mode: 'manual', approve, ...context })
  const { signal } = new AbortController()
  expect(await gate.review({ ...request('rm -rf build'), hooks }, { signal })).toEqual({ allowed: true })
  await gate.review({ ...request('git status'), hooks }, { signal })
  expect(heard).toEqual(['rm -rf build', ['rm -rf build', { decision: 'once' }]])
})
