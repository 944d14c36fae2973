import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLocalEnvironment } from '../../packages/environments/src/index.js'
import { createSandbox, root, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

test.runIf(process.platform === 'linux').each([
  ['with its variables', ''],
  ['without them', 'env -i PATH="$PATH" HERMES_HOME="$HERMES_HOME"'],
  ['without them, in a session of its own', 'env -i PATH="$PATH" HERMES_HOME="$HERMES_HOME" setsid --wait'],
])('rejects answers from commands of the agent: %s', async (_, prefix) => {
  await using environment = createLocalEnvironment({
    workingDirectory: sandbox.workspace,
    variables: { ...process.env, HOME: sandbox.home },
  })
  const main = join(root, 'apps/cli/dist/main.js')
  const command = `${prefix} '${process.execPath}' '${main}' questions answer 3fa91c once`
  const variables = { HERMES_HOME: sandbox.home }
  const running = await environment.spawn({ command, variables }, { signal: AbortSignal.timeout(60_000) })
  let text = ''
  for await (const { data } of running.output) text += Buffer.from(data).toString()
  expect(text).toContain('This was started by the agent')
  expect((await running.exit).code).not.toBe(0)
  expect((await sandbox.run(['questions', 'answer', '3fa91c', 'once'])).stderr).not.toContain('started by the agent')
})
