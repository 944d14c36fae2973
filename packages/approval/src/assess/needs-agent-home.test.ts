import { expect, test } from 'vitest'
import { gateRequest, place } from '../../testing/gate-request.js'
import { createApprovalGate } from '../gate/create-approval-gate.js'
import { outOfReach } from '../rules/needs-agent-home.js'
import { createTerminalAssessor } from './terminal-assessor.js'

const { signal } = new AbortController()

/**
 * Returns what a gate decides about a command in a sandbox that hides the agent's home, and whether a person was asked.
 */
async function review(command: string) {
  const asked: string[] = []
  const gate = createApprovalGate({
    mode: 'manual',
    ...place,
    approve: async ({ subject }) => {
      asked.push(subject)
      return { decision: 'once' }
    },
  })
  const request = gateRequest(command)
  const assess = createTerminalAssessor(undefined, { hidesAgent: true })
  const verdict = await gate.review({ ...request, tool: { ...request.tool, assess } }, { signal })
  if (verdict.allowed) return asked.length > 0 ? 'asked' : 'runs'
  return verdict.reason.includes(outOfReach) && asked.length === 0 ? 'refused' : verdict.reason
}

test.each([
  'hermes config set display.language zh',
  'cd /tmp && npx @hermes/cli config set model.default x',
  'hermes cron create "0 9 * * *" "Report"',
  'hermes gateway restart',
  'bash -c "hermes update"',
  'echo "a: 1" >> ~/.hermes/config.yaml',
  'rm ~/.hermes/state.db',
  'cat ~/.hermes/.env',
])('refuses what cannot work there before anybody is asked: %s', async (command) => {
  expect(await review(command)).toBe('refused')
})

test.each([
  ['HERMES_HOME=/tmp/other hermes config set display.language zh', 'asked'],
  ['export HERMES_HOME=/tmp/other; hermes config set display.language zh', 'asked'],
  ['env HOME=/tmp/other hermes config set display.language zh', 'asked'],
  ['ssh build.example hermes gateway restart', 'asked'],
  ['rm -rf ~/.herm*/state.db', 'asked'],
  ['hermes config show', 'runs'],
  ['cat ~/.hermes/skills/report/SKILL.md', 'runs'],
])('still decides about what could work there: %s', async (command, decision) => {
  expect(await review(command)).toBe(decision)
})
