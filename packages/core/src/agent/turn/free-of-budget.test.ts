import { call, calls, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAgent } from '../create-agent.js'

function agentWith(...answers: Parameters<typeof scripted>[0][]) {
  const tools = fakeTools({ free: () => 'a', paid: () => 'b' }, { free: { isFreeOfBudget: true } })
  const transport = scripted(answers.flatMap((answer) => [...answer]))
  return createAgent({ transport, model: { id: 'm' }, tools, budget: { maxIterations: 2 } })
}

test('counts no iteration for an answer whose calls are all free of budget', async () => {
  const free = [0, 1, 2, 3].map((index) => call('free', { index }))
  const { outcome, iterations } = await agentWith(free, [text('done')]).run('go').result
  expect([outcome.status, iterations]).toEqual(['completed', 5])
})

test('counts an iteration when one call is not free of budget', async () => {
  const mixed = [0, 1, 2].map((index) => calls([call('free', { index }), call('paid', { index })]))
  const { outcome } = await agentWith(mixed, [text('summary')]).run('go').result
  expect(outcome).toMatchObject({ status: 'exhausted', limit: 'iterations' })
})
