import { call, fakeTools, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { RpcWorldOptions } from '../rpc/rpc-world.js'
import { openTerminal } from './open-terminal.js'

const command = 'rm -rf build'

const tools: RpcWorldOptions['tools'] = (desk) =>
  fakeTools({
    terminal: async (_, { sessionId, run, signal }) => {
      const request = { sessionId, tool: 'terminal', subject: command, reasons: ['It deletes a folder.'] }
      return (await desk.approve(request, { signal, ...(run && { run }) })).decision
    },
    clarify: async (_, { sessionId, run, signal }) => {
      const question = { sessionId, text: 'Which one?', choices: ['left', 'right'] }
      const answer = await desk.clarify(question, { signal, ...(run && { run }) })
      return JSON.stringify({ question: question.text, answer })
    },
  })

const script = [call('terminal', { command }), call('clarify', { question: 'Which one?' }), text('Done.')]

test('shows what another client has decided and, in a resumed session, what was decided before', async () => {
  await using terminal = await openTerminal({ script, tools })
  terminal.type('Clean up.\r')
  await expect.poll(terminal.shown).toContain('It deletes a folder.')
  const { sessions } = await (await terminal.world.connect()).call('session.active_list', {})
  const sessionId = sessions[0]?.sessionId ?? ''
  const other = await terminal.world.connect({
    answer: {
      approval: async () => ({ choice: 'deny', reason: 'not that folder' }),
      clarify: async () => ({ answer: 'right' }),
    },
  })
  await other.call('session.resume', { sessionId })
  await expect.poll(terminal.shown).toContain('Done.')
  const decision = `Run terminal?\nIt deletes a folder.\n│ ${command}\n→ No: not that folder\n`
  expect(terminal.shown()).toContain(`\n${decision}✓ terminal`)
  expect(terminal.shown().split('not that folder')).toHaveLength(2)
  expect(terminal.shown()).toContain('→ right')

  await using resumed = await openTerminal({ script: [], store: terminal.world.store }, { sessionId })
  await expect.poll(resumed.shown).toContain('Done.')
  expect(resumed.shown()).toContain(`\n${decision}✓ terminal`)
  expect(resumed.shown()).toContain('→ right')
})
