import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { type Answer, call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { createRuntime } from '../create-runtime.js'
import type { ConfigInput } from '../schema/config-schema.js'

type Script = (body: JsonObject) => Answer

/** Returns the replies in order, then a text. */
function inTurn(...answers: readonly (Answer | ((body: JsonObject) => Answer))[]): Script {
  let next = 0
  return (body) => {
    const answer = answers[next++] ?? text('Done.')
    return typeof answer === 'function' ? answer(body) : answer
  }
}

function ofChild(answer: Answer, parent: Answer): Script {
  const child = inTurn(answer)
  const main = inTurn(parent)
  return (body) => (JSON.stringify(body.messages).includes('working for another agent') ? child(body) : main(body))
}

const processId = (body: JsonObject) => /session_id\W+([\w-]+)/.exec(JSON.stringify(body.messages))?.[1] ?? ''
const command = 'rm -rf ./kept'
const python = `import subprocess\nsubprocess.run(["rm", "-rf", "kept"])`
const javascript = `const { execSync } = await import('node:child_process')\nexecSync('${command}')`

/** Every way in which a model can run a command. */
const ways: readonly (readonly [string, () => Script])[] = [
  ['terminal', () => inTurn(call('terminal', { command }))],
  [
    'terminal in the background',
    () => inTurn(call('terminal', { command, background: true }), call('process', { action: 'list' })),
  ],
  [
    'input of a running shell',
    () =>
      inTurn(
        call('terminal', { command: 'sh', background: true }),
        (body) => call('process', { action: 'submit', session_id: processId(body), data: command }),
        (body) => call('process', { action: 'close', session_id: processId(body) }),
        (body) => call('process', { action: 'wait', session_id: processId(body) }),
      ),
  ],
  ['a python program', () => inTurn(call('execute_code', { code: python, language: 'python' }))],
  ['a javascript program', () => inTurn(call('execute_code', { code: javascript, language: 'javascript' }))],
  [
    'a program that calls the terminal',
    () =>
      inTurn(
        call('execute_code', {
          code: `from hermes_tools import terminal\nprint(terminal(${JSON.stringify(command)}))`,
          language: 'python',
        }),
      ),
  ],
  ['a tool that is called by another', () => inTurn(call('tool_call', { name: 'terminal', arguments: { command } }))],
  ['a sub-agent', () => ofChild(call('terminal', { command }), call('delegate_task', { goal: 'Clean up.' }))],
]

const modes: readonly (readonly [string, ConfigInput, boolean])[] = [
  ['asks, with no one to answer', { approvals: { mode: 'manual' } }, false],
  ['lets a model decide, with no one to answer', { approvals: { mode: 'smart' } }, false],
  ['denies it by pattern without asking', { approvals: { mode: 'off', deny: ['rm *'] } }, false],
  ['asks nobody', { approvals: { mode: 'off' } }, true],
]

const cases = ways.flatMap(([way, script]) =>
  modes.map(([mode, overrides, runs]) => ({ way, mode, script, overrides, runs })),
)

test.each(cases)('$way, where the gate $mode', { timeout: 120_000 }, async ({ script, overrides, runs }) => {
  const provider = await startFakeProvider({ script: script() })
  onTestFinished(() => provider.close())
  const paths = await tempHome()
  const workingDirectory = await tempFolder()
  await mkdir(join(workingDirectory, 'kept'))
  await writeFile(join(workingDirectory, 'kept', 'a.txt'), 'a')
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'm', context_length: 100_000 }
  const variables = { PATH: process.env.PATH, HOME: paths.home }
  const loaded = await loadConfig({ paths, variables, overrides: { ...overrides, model } })
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'test' } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const { outcome } = await runtime.agent.run('go').result
  expect(outcome.status).toBe('completed')
  const told = provider.requests.some(({ body }) => JSON.stringify(body.messages).includes('The call was not run.'))
  expect(told).toBe(!runs)
  await expect.poll(() => existsSync(join(workingDirectory, 'kept')), { timeout: 20_000 }).toBe(!runs)
})
