import type { ApprovalAnswer, ApprovalRequest, Approve, AssessCall, Tool } from '@hermes/core'
import type { ToolHooks } from '@hermes/core/hooks'
import { describe, expect, test, vi } from 'vitest'
import { gateRequest, place } from '../../testing/gate-request.js'
import { isPatternClass } from '../rules/pattern-classes.js'
import { type ApprovalGateOptions, createApprovalGate } from './create-approval-gate.js'

function gateWith(options: Partial<ApprovalGateOptions>) {
  const gate = createApprovalGate({ mode: 'manual', ...place, ...options })
  const { signal } = new AbortController()
  return (command: string, sessionId?: string, tool?: Partial<Tool>) =>
    gate.review(gateRequest(command, sessionId, tool), { signal })
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

test('runs an everyday command without a question', async () => {
  const { approve, asked } = answers()
  expect(await gateWith({ approve })('git status')).toEqual({ allowed: true })
  expect(asked).toEqual([])
})

test('asks about a dangerous command with its exact text, folder and reasons', async () => {
  const { approve, asked } = answers({ decision: 'once' })
  expect(await gateWith({ approve })('rm -rf build')).toEqual({ allowed: true })
  expect(asked).toEqual([
    {
      sessionId: 's1',
      callId: 'c1',
      tool: 'terminal',
      args: { command: 'rm -rf build' },
      subject: 'rm -rf build',
      workingDirectory: '/home/dev/proj',
      reasons: ['It deletes a folder with everything in it.'],
      sessionScope: 'rm with paths inside /home/dev/proj',
    },
  ])
})

test('denies immediately when nobody can be asked', async () => {
  const verdict = await gateWith({})('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining('there is no one to ask') })
})

test('a denial contains the reason of the person', async () => {
  const { approve } = answers({ decision: 'deny', reason: 'keep the build' })
  const verdict = await gateWith({ approve })('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining('keep the build') })
})

test('a grant for the session covers the same reasons in that session only', async () => {
  const { approve, asked } = answers({ decision: 'session' }, { decision: 'deny' }, { decision: 'deny' })
  const review = gateWith({ approve })
  expect(await review('rm -rf build')).toEqual({ allowed: true })
  expect(await review('rm -r other')).toEqual({ allowed: true })
  expect(asked).toHaveLength(1)
  expect(await review('git push --force')).toMatchObject({ allowed: false })
  expect(await review('rm -rf build', 's2')).toMatchObject({ allowed: false })
  expect(asked).toHaveLength(3)
})

test('asks again after a one-time grant', async () => {
  const { approve, asked } = answers({ decision: 'once' }, { decision: 'once' })
  const review = gateWith({ approve })
  await review('rm -rf build')
  await review('rm -rf build')
  expect(asked).toHaveLength(2)
})

test('in mode off, refuses only what cannot be undone', async () => {
  const { approve, asked } = answers()
  const review = gateWith({ approve, mode: 'off' })
  expect(await review('rm -rf build')).toEqual({ allowed: true })
  expect(await review('rm -rf /')).toMatchObject({ allowed: false })
  expect(asked).toEqual([])
})

test('no answer allows a hardline command, and the refusal does not say how', async () => {
  const { approve, asked } = answers({ decision: 'session' }, { decision: 'always' })
  const review = gateWith({ approve })
  await review('rm -rf build')
  const verdict = await review('sudo rm -rf /')
  expect(verdict).toMatchObject({ allowed: false })
  expect(JSON.stringify(verdict)).not.toMatch(/mode|config|yolo|approvals/i)
  expect(asked).toHaveLength(1)
})

test('denied patterns take precedence, also for nested commands', async () => {
  const { approve, asked } = answers({ decision: 'once' })
  const review = gateWith({ approve, mode: 'off', deny: ['git push*', 'npm publish'] })
  expect(await review('git push origin main')).toMatchObject({ allowed: false })
  expect(await review('make && sudo bash -c "git   push -f"')).toMatchObject({ allowed: false })
  expect(await review('npm publish')).toMatchObject({ allowed: false })
  expect(await review('npm publish --dry-run')).toEqual({ allowed: true })
  expect(asked).toEqual([])
})

test.each([
  '/usr/bin/git push --force',
  './../../usr/bin/git push origin --force',
  'git -C . push --force',
  'git -c user.name=x --no-pager push --force',
  'sudo /usr/bin/git --git-dir .git push --force',
  'python3 -c \'import os; os.system("/usr/bin/git -C . push --force")\'',
])('denied patterns find a command by the name of its program: %s', async (command) => {
  const { approve } = answers({ decision: 'once' })
  const review = gateWith({ approve, mode: 'off', deny: ['git push*--force*'] })
  expect(await review(command)).toMatchObject({ allowed: false })
})

test('denied patterns that name a path match only that path', async () => {
  const review = gateWith({ mode: 'off', deny: ['/opt/old/tool*'] })
  expect(await review('/opt/old/tool run')).toMatchObject({ allowed: false })
  expect(await review('tool run')).toEqual({ allowed: true })
})

describe('another tool', () => {
  const asking =
    (...reasons: readonly string[]): AssessCall =>
    async () => ({ verdict: 'ask', reasons })
  const send = { name: 'send', assess: asking('It sends a message.') }

  test('is judged by its own assessment', async () => {
    const { approve, asked } = answers({ decision: 'deny' })
    expect(await gateWith({ approve })('x', 's1', send)).toMatchObject({ allowed: false })
    expect(asked).toEqual([
      {
        sessionId: 's1',
        callId: 'c1',
        tool: 'send',
        args: { command: 'x' },
        subject: 'command: x',
        reasons: ['It sends a message.'],
      },
    ])
  })

  test('may run when it only reads', async () => {
    expect(await gateWith({})('', 's1', { name: 'look', effect: 'read' })).toEqual({ allowed: true })
  })

  test('without an assessment is asked about, and denied when nobody can be asked', async () => {
    const { approve, asked } = answers({ decision: 'once' })
    for (const effect of ['once', 'idempotent'] as const) {
      const tool = { name: 'forge_merge', effect }
      expect(await gateWith({})('main', 's1', tool)).toMatchObject({
        allowed: false,
        reason: expect.stringContaining('"forge_merge" may change something'),
      })
    }
    expect(await gateWith({ approve })('main', 's1', { name: 'forge_merge' })).toEqual({ allowed: true })
    expect(asked).toMatchObject([{ tool: 'forge_merge', subject: 'command: main' }])
  })

  test('without an assessment can be granted for a session or permanently, separately from other tools', async () => {
    const { approve, asked } = answers({ decision: 'session' })
    const review = gateWith({ approve })
    expect(await review('', 's1', { name: 'forge_merge' })).toEqual({ allowed: true })
    expect(await review('', 's1', { name: 'forge_merge' })).toEqual({ allowed: true })
    expect(await review('', 's1', { name: 'forge_close' })).toMatchObject({ allowed: false })
    const reasons = asked[0]?.reasons ?? []
    expect(reasons.every(isPatternClass)).toBe(true)
    const later = gateWith({ allow: () => reasons })
    expect(await later('', 's2', { name: 'forge_merge' })).toEqual({ allowed: true })
    expect(await later('', 's2', { name: 'forge_close' })).toMatchObject({ allowed: false })
  })

  test('gets its own reason when it asks without one', async () => {
    const { approve } = answers({ decision: 'session' })
    const review = gateWith({ approve })
    await review('rm -rf build')
    const listed = gateWith({ allow: () => ['*'] })
    expect(await listed('', 's1', { name: 'vague', assess: asking() })).toMatchObject({ allowed: false })
    expect(await review('', 's1', { name: 'vague', assess: asking() })).toMatchObject({ allowed: false })
  })

  test('is asked about when its assessment fails', async () => {
    const broken = { name: 'broken', assess: () => Promise.reject(new Error('no')) }
    await expect(gateWith({})('', 's1', broken)).rejects.toThrow('no')
  })

  test('is asked about in a container too, unless its effects stay there', async () => {
    const environment = { id: 'docker', isolation: 'container' } as const
    expect(await gateWith({ environment })('', 's1', { name: 'forge_merge' })).toMatchObject({ allowed: false })
    const inside: Partial<Tool> = {
      name: 'inside',
      assess: async () => ({ verdict: 'ask', reasons: ['It sends a message.'], inEnvironment: true }),
    }
    expect(await gateWith({ environment })('', 's1', inside)).toEqual({ allowed: true })
  })
})

test('denies without an answer in time and aborts the asker', async () => {
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
  const gate = createApprovalGate({ mode: 'manual', approve, ...place })
  await expect(gate.review(gateRequest('rm -rf build'), { signal: controller.signal })).rejects.toThrow('interrupted')
})

test('assesses a call in its own folder', async () => {
  const review = createApprovalGate({ mode: 'off', home: '/home/dev', workingDirectory: () => '/' })
  const { signal } = new AbortController()
  expect(await review.review(gateRequest('rm -rf *'), { signal })).toMatchObject({ allowed: false })
  const inProject = { ...gateRequest('rm -rf *'), args: { command: 'rm -rf *', workdir: 'home/dev/proj' } }
  expect(await review.review(inProject, { signal })).toEqual({ allowed: true })
})

describe('an answer covers exactly what was shown', () => {
  test.each<[string, (world: { folder: string; args: { command: string } }) => object]>([
    ['one byte of the command', ({ args }) => Object.assign(args, { command: `${args.command} ` })],
    ['an argument beside it', ({ args }) => Object.assign(args, { timeout: 1 })],
    ['the folder', (world) => Object.assign(world, { folder: '/home/dev/proj/sub' })],
  ])('asks again when %s changes after the answer', async (_, change) => {
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
    expect(await gate.review({ ...gateRequest(''), args: world.args }, { signal })).toEqual({ allowed: true })
    expect(asked).toHaveLength(2)
    expect(asked[1]).toMatchObject({ args: world.args, subject: world.args.command, workingDirectory: world.folder })
    expect(asked[0]).not.toEqual(asked[1])
  })

  test('refuses a call that changed to a hardline one', async () => {
    const args = { command: 'rm -rf build' }
    const approve: Approve = async () => {
      args.command = 'rm -rf /'
      return { decision: 'session' }
    }
    const gate = createApprovalGate({ mode: 'manual', approve, ...place })
    const { signal } = new AbortController()
    expect(await gate.review({ ...gateRequest(''), args }, { signal })).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('can never be run'),
    })
  })

  test('stops asking about a call that keeps changing', async () => {
    const args = { command: 'rm -rf build' }
    const approve = vi.fn<Approve>(async () => {
      args.command += 'x'
      return { decision: 'once' }
    })
    const gate = createApprovalGate({ mode: 'manual', approve, ...place })
    const { signal } = new AbortController()
    expect(await gate.review({ ...gateRequest(''), args }, { signal })).toMatchObject({ allowed: false })
    expect(approve).toHaveBeenCalledTimes(3)
  })
})

test.each([
  ['unattended', 'there is no one to ask'],
  ['too-late', 'did not answer in time'],
  ['withdrawn', 'was withdrawn'],
] as const)('a denial without a person says so: %s', async (unanswered, sentence) => {
  const { approve } = answers({ decision: 'deny', unanswered })
  const verdict = await gateWith({ approve, timeoutMs: Number.POSITIVE_INFINITY })('rm -rf build')
  expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining(sentence) })
  expect(JSON.stringify(verdict)).not.toMatch(/The user was|mode|config|yolo|--/i)
})

test('a refusal tells people what the person said, and the model what to do now', async () => {
  const { approve } = answers({ decision: 'deny', reason: 'Use git clean.' }, { decision: 'deny' })
  const review = gateWith({ approve, timeoutMs: Number.POSITIVE_INFINITY })
  expect(await review('rm -rf build')).toMatchObject({
    told: 'not allowed: Use git clean.',
    reason: expect.stringMatching(/^The call was not run\. .*Do not try/),
  })
  expect(await review('rm -rf build')).toMatchObject({ told: 'not allowed' })
})

test('a hook may answer the question but cannot allow what is always refused', async () => {
  const { approve, asked } = answers()
  const gate = createApprovalGate({ mode: 'manual', approve, ...place })
  const { signal } = new AbortController()
  const review = (command: string) => gate.review({ ...gateRequest(command), isApproved: true }, { signal })
  expect(await review('rm -rf build')).toEqual({ allowed: true })
  expect(await review('rm -rf /')).toMatchObject({ allowed: false })
  expect(asked).toEqual([])
})

test('hooks receive the question and the answer, and a failing hook has no effect', async () => {
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
  const gate = createApprovalGate({ mode: 'manual', approve, ...place })
  const { signal } = new AbortController()
  expect(await gate.review({ ...gateRequest('rm -rf build'), hooks }, { signal })).toEqual({ allowed: true })
  await gate.review({ ...gateRequest('git status'), hooks }, { signal })
  expect(heard).toEqual(['rm -rf build', ['rm -rf build', { decision: 'once' }]])
})

describe('the environment of calls', () => {
  const container = { environment: { id: 'docker', isolation: 'container' } } as const

  test('asks nothing in a container, but refuses hardline commands', async () => {
    const { approve, asked } = answers()
    const review = gateWith({ approve, deny: ['npm publish'], ...container })
    expect(await review('rm -rf build && git push --force')).toEqual({ allowed: true })
    expect(await review('rm -rf /')).toMatchObject({ allowed: false })
    expect(await review('npm publish')).toMatchObject({ allowed: false })
    expect(asked).toEqual([])
  })

  test('asks about effects outside the container', async () => {
    const { approve, asked } = answers({ decision: 'deny' })
    const assessment = { verdict: 'ask', reasons: ['It sends a message.'] } as const
    const send = { name: 'send', assess: async () => assessment }
    expect(await gateWith({ approve, ...container })('', 's1', send)).toMatchObject({ allowed: false })
    expect(asked).toHaveLength(1)
  })

  test.each(['none', 'sandbox'] as const)('asks with the isolation "%s"', async (isolation) => {
    const { approve, asked } = answers({ decision: 'deny' })
    const environment = { id: 'local', isolation }
    expect(await gateWith({ approve, environment })('rm -rf build')).toMatchObject({ allowed: false })
    expect(asked).toHaveLength(1)
  })

  test('the question names the machine', async () => {
    const { approve, asked } = answers({ decision: 'deny' })
    await gateWith({ approve, environment: { id: 'ssh' } })('rm -rf build')
    expect(asked).toMatchObject([{ workingDirectory: 'ssh:/home/dev/proj' }])
  })
})

describe('permanent grants of the user', () => {
  const allows = (...list: readonly string[]) => gateWith({ allow: () => list })
  const run = { allowed: true }
  const folder = 'It deletes a folder with everything in it.'

  test.each<[string, readonly string[], string]>([
    ['a reason', [folder], 'rm -rf build'],
    ['a reason behind a wrapper', [folder], 'sudo sh -c "rm -rf build"'],
    ['a pattern', ['rm -rf *'], 'rm -rf build'],
    ['a pattern, whatever is not flagged', ['rm -rf *'], 'cd sub && rm -rf build && ls'],
    ['a pattern for each of two', ['rm -rf *', 'git push*'], 'rm -rf build; git push -f'],
  ])('%s', async (_, list, command) => {
    expect(await allows(...list)(command)).toEqual(run)
  })

  test.each<[string, readonly string[], string]>([
    ['another danger', [folder], 'rm -rf build; git push -f'],
    ['what is chained to it', ['rm -rf build*'], 'rm -rf build; rm -rf src'],
    ['a part that is not known', ['rm -rf build*'], 'rm -rf build/$X'],
    ['a way out of the pattern', ['rm -rf build*'], 'rm -rf build/../src'],
    ['a file that is written on the way', ['echo *'], 'echo x > /etc/hosts'],
    ['what never runs', ['*', folder], 'rm -rf /'],
    ['what cannot be understood', ['*'], 'x=$(cat a); $x b'],
    ['an agent that asks nobody', ['*'], 'hermes --yolo -z hi'],
    ['a deception', ['*'], 'rm -rf build \u202e'],
    ['another case', ['RM -RF *'], 'rm -rf build'],
    ['a part of a reason', ['It deletes a folder'], 'rm -rf build'],
  ])('do not cover %s', async (_, list, command) => {
    expect(await allows(...list)(command)).toMatchObject({ allowed: false })
  })

  test('do not override denied patterns', async () => {
    expect(await gateWith({ allow: () => ['*'], deny: ['RM*'] })('rm -rf build')).toMatchObject({ allowed: false })
  })

  test('new entries take effect immediately', async () => {
    const list: string[] = []
    const review = gateWith({ allow: () => list })
    expect(await review('rm -rf build')).toMatchObject({ allowed: false })
    list.push(folder)
    expect(await review('rm -rf build')).toEqual(run)
  })
})
