import { expect, test } from 'vitest'
import { gateRequest, place } from '../../testing/gate-request.js'
import ownPolicy from '../corpus/own-policy.json' with { type: 'json' }
import { createApprovalGate } from '../gate/create-approval-gate.js'
import { isPatternClass } from '../rules/pattern-classes.js'

const { signal } = new AbortController()

test('commands that would disable the gate do not run', async () => {
  const gate = createApprovalGate({ mode: 'manual', ...place })
  const wrong: string[] = []
  for (const command of ownPolicy) {
    const verdict = await gate.review(gateRequest(command), { signal })
    if (verdict.allowed) wrong.push(`allowed: ${command}`)
    else if (/yolo|mode|approvals\b|config\.yaml|allowlist|--\w|HERMES_/i.test(verdict.reason))
      wrong.push(verdict.reason)
  }
  expect(wrong).toEqual([])
  expect(ownPolicy.length).toBeGreaterThan(20)
})

test('protects the agent’s home wherever it is', async () => {
  const gate = createApprovalGate({ mode: 'manual', ...place, agentHome: '/srv/agents/ada' })
  const allows = async (command: string) => (await gate.review(gateRequest(command), { signal })).allowed
  for (const command of [
    'echo x > /srv/agents/ada/config.yaml',
    'yq -i ".a=1" /srv/agents/ada/config.yaml',
    'cd /srv/agents && sed -i s/a/b/ ada/config.yaml',
    'ln -s /srv/agents/ada/config.yaml c',
    'cat /srv/agents/ada/.env',
    "python3 -c \"open('/srv/agents/ada/config.yaml', 'w')\"",
    'echo x > ~/.hermes/config.yaml',
  ])
    expect([command, await allows(command)]).toEqual([command, false])
  for (const command of ['cat /srv/agents/ada/config.yaml', 'ls /srv/agents', 'touch /srv/agents/ada/workspace/a.txt'])
    expect([command, await allows(command)]).toEqual([command, true])
})

test('these reasons cannot be granted permanently', async () => {
  const gate = createApprovalGate({ mode: 'manual', ...place, allow: () => ['*'] })
  const allows = async (command: string) => (await gate.review(gateRequest(command), { signal })).allowed
  expect(await allows('rm -rf build')).toBe(true)
  const aboutAgent = ownPolicy.filter((command) => /hermes|PPID|--yolo/i.test(command))
  expect(aboutAgent.length).toBeGreaterThan(70)
  for (const command of aboutAgent) expect([command, await allows(command)]).toEqual([command, false])
})

test('recognizes the agent by the location of its program, however it is started', async () => {
  const gate = createApprovalGate({ mode: 'manual', ...place, agentProgram: '/home/dev/src/agent' })
  const allows = async (command: string) => (await gate.review(gateRequest(command), { signal })).allowed
  for (const command of [
    'node /home/dev/src/agent/scripts/start.mjs config set model.default x',
    'cd ../src/agent && node scripts/start.mjs auth add',
    'cd ~/src/agent && npm start -- config set model.default x',
    'npm --prefix ~/src/agent run start -- config set model.default x',
    'npm -C ~/src/agent start config edit',
    'pnpm --dir=../src/agent hermes pairing approve x',
    'yarn --cwd ~/src/agent start gateway stop',
    'bun run --cwd ~/src/agent start config set a b',
    '~/src/agent/apps/cli/dist/main.js config set a b',
    'tsx ~/src/agent/apps/cli/src/main.ts --yolo -z x',
    'node ~/src/agent config set a b',
  ])
    expect([command, await allows(command)]).toEqual([command, false])
  for (const command of [
    'cd ~/src/agent && npm start -- sessions list',
    'cd ~/src/agent && npm test && npm run build',
    'node ~/src/agent/scripts/start.mjs --version',
    'cd ~/src/agent && node scripts/start.mjs config show',
    'npm start -- config set a b',
  ])
    expect([command, await allows(command)]).toEqual([command, true])
})

test('asks a person about changes of the agent each time, and never a model', async () => {
  let asked = 0
  let judged = 0
  const gate = createApprovalGate({
    mode: 'smart',
    ...place,
    approve: async () => {
      asked += 1
      return { decision: 'session' }
    },
    smart: {
      judge: async () => {
        judged += 1
        return { verdict: 'approve', reason: 'Fine.' }
      },
    },
  })
  for (const command of [
    'hermes config set a b',
    'npm start -- config set approvals.mode off',
    'hermes config set a b',
  ])
    expect(await gate.review(gateRequest(command), { signal })).toEqual({ allowed: true })
  expect({ asked, judged }).toEqual({ asked: 3, judged: 0 })
})

test('the agent’s own program may be used', async () => {
  const gate = createApprovalGate({ mode: 'manual', ...place })
  for (const command of [
    'hermes --version',
    'hermes sessions list',
    'npx hermes config show',
    'node ./scripts/x.js --force',
  ])
    expect([command, (await gate.review(gateRequest(command), { signal })).allowed]).toEqual([command, true])
})

test('only named dangers can be granted permanently', () => {
  expect(isPatternClass('It deletes a folder with everything in it.')).toBe(true)
  for (const reason of [
    'It is not a complete shell command, so what it does cannot be known.',
    'It changes the agent\u2019s own settings, keys or state.',
    'It holds characters that make it look different from what it is.',
    'It deletes the root, the home or a folder of the system.',
    'toString',
  ])
    expect([reason, isPatternClass(reason)]).toEqual([reason, false])
})
