import { sectionNames } from '@hermes/compressor'
import { createAgent, type SessionStore, textOf } from '@hermes/core'
import { compressionOf, lineageMembers, resolveSession } from '@hermes/core/sessions'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { contextWindow, type LongSession, playLongSession, sessionId } from './long-session.js'
import { instructionOf, markerOf, type Plan } from './long-work.js'
import { openTemporaryStore } from './open-store.js'

const timeoutMs = 300_000
const long: Plan = { turns: 20, stepsPerTurn: 99 }
const shorter: Plan = { turns: 4, stepsPerTurn: 99 }
const stepsOf = ({ turns, stepsPerTurn }: Plan) => turns * stepsPerTurn

/** Returns the output of a good model: every section, and the task in the user's own words. */
function summaryOf(prompt: string): string {
  const task = prompt.match(/Instruction \d+: [^\n]*/g)?.at(-1) ?? 'None.'
  const done = prompt.match(/marker\d{5}end/g)?.at(-1) ?? 'nothing'
  return sectionNames
    .map(
      (name) =>
        `## ${name}\n${name === 'Active Task' ? task : name === 'Completed Actions' ? `1. Work up to ${done} [work]` : 'None.'}`,
    )
    .join('\n\n')
}

function expectLawful(plan: Plan, { outcomes, requests, largest, forgetful, compressions }: LongSession): void {
  expect(outcomes).toEqual(outcomes.map(() => 'completed'))
  expect(requests).toBe(stepsOf(plan) + plan.turns)
  expect(largest, 'every request fits the window').toBeLessThanOrEqual(contextWindow)
  expect(forgetful, 'requests without the newest instruction').toBe(0)
  expect(compressions.length).toBeGreaterThan(2 * plan.turns)
  for (const [index, { before, after, requests }] of compressions.entries()) {
    expect(after, `compression ${index + 1} of a request of ${before}`).toBeLessThan(0.9 * before)
    const grown = index === 0 ? before : before - (compressions[index - 1]?.after ?? 0)
    expect(grown, `growth before compression ${index + 1}, in ${requests} requests`).toBeGreaterThan(
      0.05 * contextWindow,
    )
  }
}

async function expectWholeLineage(plan: Plan, store: SessionStore, compressions: number): Promise<void> {
  const newest = await resolveSession(store, sessionId)
  const members = await lineageMembers(store, newest)
  expect(members).toHaveLength(compressions + 1)
  expect(newest.title).toBe(`Long work #${compressions + 1}`)
  for (const [index, member] of members.entries()) {
    expect(member.endReason).toBe(member === newest ? undefined : 'compression')
    const { summary } = compressionOf(member) ?? {}
    if (index > 0) expect(summary).toContain('Active Task')
  }
  for (const { id, title = '' } of members) {
    expect((await resolveSession(store, id)).id).toBe(newest.id)
    expect((await resolveSession(store, title)).id).toBe(newest.id)
  }
  for (const { id } of [members[0], members[Math.floor(members.length / 2)], newest].flatMap(
    (member) => member ?? [],
  )) {
    const transport = scripted([text('Still here.')])
    const agent = createAgent({ transport, model: { id: 'worker', contextWindow }, store })
    const run = agent.run('Are you there?', { sessionId: id })
    expect((await run.result).finalResponse).toBe('Still here.')
    const said = transport.requests[0]?.messages.map(({ content }) => textOf(content)).join('\n')
    expect(said).toContain(instructionOf(plan.turns))
  }
}

async function expectAllToBeFound(plan: Plan, store: SessionStore): Promise<void> {
  for (let step = 1; step <= stepsOf(plan); step += 1) {
    const hits = await store.search?.find({ text: markerOf(step), roles: ['tool'], limit: 1 })
    expect(textOf(hits?.[0]?.message.message.content ?? ''), markerOf(step)).toContain(`step ${step} `)
  }
}

test(
  'runs two thousand iterations in a small window, with model summaries',
  async () => {
    const store = await openTemporaryStore()
    const session = await playLongSession({ ...long, store, summary: summaryOf })
    expectLawful(long, session)
    expect(session.summaries).toBeGreaterThanOrEqual(session.compressions.length)
    expect(session.ends.map(({ status }) => status)).toEqual(session.compressions.map(() => 'compressed'))
    await expectWholeLineage(long, store, session.compressions.length)
    await expectAllToBeFound(long, store)
  },
  timeoutMs,
)

test(
  'runs a long session in a small window without model summaries',
  async () => {
    const store = await openTemporaryStore()
    const session = await playLongSession({ ...shorter, store })
    expectLawful(shorter, session)
    expect(session.summaries).toBeGreaterThan(0)
    await expectWholeLineage(shorter, store, session.compressions.length)
    await expectAllToBeFound(shorter, store)
  },
  timeoutMs,
)
