import { describe, expect, it } from 'vitest'
import { idle, owner } from '../../testing/command-context.js'
import { setUp } from '../../testing/set-up-commands.js'

describe('/agents', () => {
  it('lists the sub-agents of the conversation and its background work, nested', async () => {
    const child = {
      parentId: 'session-1',
      goal: 'Count the files.',
      startedAtMs: 2,
      state: 'running',
      doing: 'look',
    } as const
    const inner = {
      id: 'child-3',
      parentId: 'child-1',
      goal: 'Read.',
      startedAtMs: 3,
      state: 'waiting',
      doing: '',
    } as const
    const subagents = {
      of: () => [{ ...child, id: 'child-1' }, { ...child, id: 'child-2' }, inner],
      steer: () => true,
      interrupt: () => true,
      pause: () => true,
      resume: () => true,
    }
    const background = async () => [{ id: 'p1', kind: 'process', title: 'sleep 9', state: 'running' }]
    const { run, context } = setUp({ services: { background, subagents } })
    const turn = { id: 't', startedAtMs: 1, by: owner }
    const elsewhere = { id: 'child-9', goal: 'Elsewhere.', sinceMs: 2 }
    const known = { id: 'child-1', goal: 'Count the files.', sinceMs: 2 }
    context.conversation.state = { ...idle, activity: 'running', turn, subagents: [known, elsewhere] }
    expect(await run('/agents')).toMatchObject({
      rows: [
        { kind: 'turn', state: 'running' },
        { kind: 'sub-agent', id: 'child-1', state: 'look', title: 'Count the files.' },
        { kind: 'sub-agent', id: 'child-3', state: 'waiting', title: '└ Read.' },
        { kind: 'sub-agent', id: 'child-2' },
        { kind: 'sub-agent', id: 'child-9', state: 'beginning' },
        { kind: 'process', id: 'p1' },
      ],
    })
  })

  it('steers, pauses, resumes and ends a sub-agent by the end of its id', async () => {
    const child = { parentId: 'session-1', goal: 'Count.', startedAtMs: 2, state: 'running', doing: 'look' } as const
    const done: unknown[] = []
    const subagents = {
      of: () => [
        { ...child, id: 'child-a1' },
        { ...child, id: 'child-b1' },
      ],
      steer: (...told: unknown[]) => done.push('steer', ...told) > 0,
      interrupt: (_: string, id: string) => id === 'child-a1',
      pause: (...told: unknown[]) => done.push('pause', ...told) > 0,
      resume: (...told: unknown[]) => done.push('resume', ...told) > 0,
    }
    const { run, table, context } = setUp({ services: { subagents } })
    const { id } = context.conversation
    expect(await run('/agents steer b1 Only the\nlarge ones.')).toEqual({
      type: 'text',
      text: 'Told the sub-agent: Count.',
    })
    expect(done.splice(0)).toEqual(['steer', id, 'child-b1', 'Only the\nlarge ones.'])
    expect(await run('/agents pause b1')).toEqual({ type: 'text', text: 'Paused: Count.' })
    expect(await run('/agents resume b1')).toEqual({ type: 'text', text: 'Resumed: Count.' })
    expect(done).toEqual(['pause', id, 'child-b1', 'resume', id, 'child-b1'])
    expect(await run('/agents kill a1')).toEqual({ type: 'text', text: 'Ended: Count.' })
    expect(await run('/agents kill b1')).toMatchObject({ type: 'error', text: expect.stringMatching(/ended already/) })
    expect(await run('/agents kill 1')).toMatchObject({ type: 'error', text: expect.stringMatching(/Several ids/) })
    expect(await run('/agents kill c1')).toMatchObject({ type: 'error', text: expect.stringMatching(/No sub-agent/) })
    for (const line of ['/agents kill', '/agents pause', '/agents steer b1', '/agents rest b1']) {
      expect(await run(line)).toMatchObject({ type: 'error', text: expect.stringMatching(/^Use \/agents/) })
    }
    const found = table.find('/agents', context.surface, context.person)
    expect(found.type === 'command' && (await found.command.complete?.('kill', context))).toEqual([
      { text: 'kill child-a1', detail: 'Count.' },
      { text: 'kill child-b1', detail: 'Count.' },
    ])
  })
})
