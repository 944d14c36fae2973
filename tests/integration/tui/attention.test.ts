import { call, fakeTools, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { openTerminal } from './open-terminal.js'

test('calls for attention for a question and at the end of a turn', async () => {
  const told: string[] = []
  await using terminal = await openTerminal({
    script: [call('ask'), text('Thanks.')],
    attention: {
      titled: () => undefined,
      turnEnded: (status, tookMs) => void told.push(`${status} ${tookMs >= 0}`),
      asked: () => void told.push('asked'),
    },
    tools: (desk) =>
      fakeTools({
        ask: async (_, { sessionId, run, signal }) => {
          const request = { sessionId, tool: 'terminal', subject: 'rm -rf build', reasons: [] }
          return (await desk.approve(request, { signal, ...(run && { run }) })).decision
        },
      }),
  })
  terminal.type('Clean up.\r')
  await expect.poll(terminal.shown).toContain('rm -rf build')
  expect(told).toEqual(['asked'])
  terminal.type('\r')
  await expect.poll(() => told).toEqual(['asked', 'completed true'])
})
