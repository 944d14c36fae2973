import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome } from '../../../testing/temp-home.js'
import { loadConfig } from '../../config/load/load-config.js'
import { createRuntime } from '../../create-runtime.js'
import type { Surface } from '../../runtime-options.js'
import type { ConfigInput } from '../../schema/config-schema.js'

interface Setup {
  readonly config?: ConfigInput
  readonly surface?: Partial<Surface>
}

async function open(provider: FakeProvider, { config = {}, surface = {} }: Setup = {}) {
  const paths = await tempHome()
  const workingDirectory = await tempFolder()
  const model = { provider: 'custom', base_url: provider.baseUrl, default: 'large', context_length: 100_000 }
  const variables = { PATH: process.env.PATH, HOME: paths.home }
  const loaded = await loadConfig({ paths, variables, overrides: { ...config, model } })
  const runtime = await createRuntime({ ...loaded, paths, workingDirectory, surface: { source: 'cli', ...surface } })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  await writeFile(join(workingDirectory, 'a.txt'), 'apples\n')
  await mkdir(join(workingDirectory, 'old'))
  return { runtime, workingDirectory }
}

const program = (code: string) => call('execute_code', { code, language: 'javascript' })
const scripted = (...programs: readonly string[]) =>
  startFakeProvider({ script: [...programs.map(program), text('Done.')] })

/** Returns the result of the last call, as sent to the model. */
function told(provider: FakeProvider): string {
  const messages: readonly JsonObject[] = JSON.parse(JSON.stringify(provider.requests.at(-1)?.body.messages ?? []))
  return String(messages.findLast(({ role }) => role === 'tool')?.content)
}

const removeOld =
  'try { console.log((await hermes.terminal("rm -rf ./old")).exit_code) } catch (error) { console.log(error.message) }'

test('requires approval for calls of a program, and does not count the wait as its run time', async () => {
  await using provider = await scripted('1', removeOld)
  const asked: Question[] = []
  const { runtime, workingDirectory } = await open(provider, {
    config: { code_execution: { timeout: 2 } },
    surface: {
      ask: async (question) => {
        asked.push(question)
        await new Promise((resolve) => setTimeout(resolve, 2_200))
        return { decision: 'once' }
      },
    },
  })
  await runtime.agent.run('go').result
  expect(asked).toMatchObject([{ kind: 'approval', tool: 'terminal', text: 'rm -rf ./old' }])
  expect(told(provider)).toBe('0')
  expect(existsSync(join(workingDirectory, 'old'))).toBe(false)
})

test("raises an error with the user's answer for a denied call", async () => {
  await using provider = await scripted(removeOld)
  const { runtime, workingDirectory } = await open(provider, {
    surface: { ask: async () => ({ decision: 'deny', reason: 'I need it.' }) },
  })
  await runtime.agent.run('go').result
  expect(told(provider)).toContain('I need it.')
  expect(existsSync(join(workingDirectory, 'old'))).toBe(true)
})

test('does not run a dangerous program when no one can be asked', async () => {
  await using provider = await scripted('require("node:fs").rmSync("old", { recursive: true, force: true })')
  const { runtime, workingDirectory } = await open(provider)
  await runtime.agent.run('go').result
  expect(told(provider)).toMatch(/not run/)
  expect(existsSync(join(workingDirectory, 'old'))).toBe(true)
})

test('shows calls as progress of the program, not as calls of the model', async () => {
  await using provider = await scripted('console.log((await hermes.read_file("a.txt")).length)')
  const { runtime } = await open(provider)
  const run = runtime.agent.run('go')
  const events: string[] = []
  for await (const event of run) {
    if (event.type === 'tool-start') events.push(event.call.function.name)
    if (event.type === 'tool-progress') events.push(event.text)
  }
  expect(events.slice(0, 2)).toEqual(['execute_code', 'read_file a.txt'])
  expect(events).not.toContain('read_file')
  expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).not.toContain('apples')
})

test('gives programs the tools of their session, without clarify, execute_code and disabled tools', async () => {
  const names = ['clarify', 'execute_code', 'delegate_task', 'todo', 'write_file', 'terminal']
  const look = `console.log(${JSON.stringify(names)}.filter((name) => name in hermes).join(' '))`
  await using provider = await scripted(look)
  const { runtime } = await open(provider, { config: { toolsets: ['code_execution', 'file', 'todo'] } })
  await runtime.agent.run('go').result
  expect(told(provider)).toBe('write_file')
  const tools: readonly JsonObject[] = JSON.parse(JSON.stringify(provider.requests[0]?.body.tools))
  const description = JSON.stringify(tools.find((tool) => JSON.stringify(tool).includes('"execute_code"')))
  expect(description).toContain('read_file')
  expect(description).not.toContain('terminal')
})

test('gives programs of a sub-agent no more tools than the sub-agent has', async () => {
  const isChild = (body: JsonObject) => JSON.stringify(body.messages).includes('working for another agent')
  const results: string[] = []
  await using provider = await startFakeProvider({
    script: (body) => {
      const messages: readonly JsonObject[] = JSON.parse(JSON.stringify(body.messages))
      const result = messages.findLast(({ role }) => role === 'tool')?.content
      if (isChild(body) && result !== undefined) results.push(String(result))
      if (result !== undefined) return text('Done.')
      return isChild(body)
        ? program('console.log(Object.keys(hermes).join(" "))')
        : call('delegate_task', { goal: 'x', toolsets: ['code_execution', 'file'] })
    },
  })
  const { runtime } = await open(provider)
  await runtime.agent.run('go').result
  expect(results).toHaveLength(1)
  expect(results[0]).toContain('read_file')
  expect(results[0]).not.toContain('terminal')
})

test('passes large results to a program uncut, and redacts secrets', async () => {
  const key = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}`
  await using provider = await scripted(
    'const { output } = await hermes.terminal("cat key.txt"); console.log(output.includes("sk-ant-api03-a1B2"))',
  )
  const { runtime, workingDirectory } = await open(provider)
  await writeFile(join(workingDirectory, 'key.txt'), `${key}\n`)
  await runtime.agent.run('go').result
  expect(told(provider)).toBe('false')
})

test('keeps the variables of a session across turns, until it ends', async () => {
  const answers = [program('const x = 5; console.log(typeof x)'), program('console.log(typeof x)')]
  await using provider = await startFakeProvider({
    script: [...answers, text('One.'), ...answers.slice(1), text('Two.'), ...answers.slice(1), text('Three.')],
  })
  const { runtime } = await open(provider)
  const session = runtime.agent.session()
  await session.run('go').result
  expect(told(provider)).toBe('number')
  await session.run('on').result
  expect(told(provider)).toBe('number')
  await session.end('new_session')
  await session.run('again').result
  expect(told(provider)).toBe('undefined')
})
