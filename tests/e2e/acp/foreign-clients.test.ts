import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hasPythonEnvironment, pythonOf } from '../../setup/python-environment.js'
import { createSandbox, main, type Sandbox } from '../hermes.js'
import { FrameCheck } from './frame-check.js'
import { configFor } from './test-editor.js'

const run = promisify(execFile)
const requestSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
})
const has = { acp: hasPythonEnvironment('acp'), sdk: hasPythonEnvironment('hermes-acp-sdk') }
const nameOf = (name: string, isThere: boolean) => (isThere ? name : `${name} (it is not installed)`)

describe('acpx', () => {
  test('drives a turn with frames that conform to the schema', async () => {
    using sandbox = createSandbox()
    await using fake = await startEditingModel()
    await acpx(sandbox, fake, ['--approve-all', '--format', 'quiet', 'exec', 'edit'])
    const agent = framesOf(sandbox, 'agent')
    const [calls, answers] = splitByMethod(framesOf(sandbox, 'client'))
    const frames = new FrameCheck()
    for (const line of calls) frames.see(line, 'client')
    for (const line of agent) frames.see(line, 'agent')
    for (const line of answers) frames.see(line, 'client')
    expect(frames.problems).toEqual([])
    expect(agent.at(-1)).toContain('"stopReason":"end_turn"')
    expect(readFileSync(join(sandbox.workspace, 'made.txt'), 'utf8')).toBe('made\n')
  })

  test('is refused what it does not allow', async () => {
    using sandbox = createSandbox()
    await using fake = await startEditingModel()
    await expect(acpx(sandbox, fake, ['--deny-all', '--format', 'quiet', 'exec', 'edit'])).rejects.toThrow(
      'PERMISSION_DENIED',
    )
    expect(existsSync(join(sandbox.workspace, 'made.txt'))).toBe(false)
  })

  test('continues its session in a separate process', async () => {
    using sandbox = createSandbox()
    await using fake = await startEditingModel()
    await acpx(sandbox, fake, ['sessions', 'new'])
    await acpx(sandbox, fake, ['--ttl', '1', '--format', 'quiet', 'My name is Ada.'])
    const again = () => acpx(sandbox, fake, ['--ttl', '1', '--format', 'quiet', 'What is my name?'])
    // The first agent may still be leaving, in which case acpx asks to try again.
    await again().catch((error: unknown) =>
      /QUEUE_OWNER_CLOSED/.test(String(error)) ? again() : Promise.reject(error),
    )
    expect(JSON.stringify((await fake.request(2)).body.messages)).toContain('My name is Ada.')
  })
})

test.skipIf(!has.acp)(
  nameOf('the official Python SDK edits, resumes and forks a session', has.acp),
  async () => {
    using sandbox = createSandbox()
    await using fake = await startEditingModel()
    const python = await pythonOf('acp')
    const program = createProgram(sandbox, fake)
    const result = await runClient(sandbox, python, 'official_sdk.py', sandbox.workspace, program, 'acp')
    expect(result).toEqual({
      stopped: ['end_turn', 'end_turn'],
      said: [expect.stringContaining('made.txt'), 'I heard: again'],
      permissions: ['write_file: made.txt'],
      listed: true,
      forked: true,
      replayed: expect.arrayContaining(['user_message_chunk', 'tool_call', 'tool_call_update', 'agent_message_chunk']),
    })
  },
  120_000,
)

test.skipIf(!has.sdk)(
  nameOf('hermes-acp-sdk runs with a profile and a tool of its app', has.sdk),
  async () => {
    using sandbox = createSandbox()
    await using fake = await startEditingModel()
    const python = await pythonOf('hermes-acp-sdk')
    const result = await runClient(sandbox, python, 'hermes_acp_sdk_app.py', createProgram(sandbox, fake))
    expect(result).toEqual({
      denied: {
        agent: 'hermes',
        models: ['custom:fake-model'],
        events: [
          expect.arrayContaining([{ event: 'Finished', stop_reason: 'end_turn' }]),
          expect.arrayContaining([{ event: 'PermissionDenied', tool_title: 'write_file: made.txt' }]),
          expect.arrayContaining([
            { event: 'PermissionDenied', tool_title: expect.stringContaining('"app-tools" offers a tool') },
          ]),
        ],
      },
      tool: {
        agent: 'hermes',
        models: expect.arrayContaining(['custom:tutor-model']),
        events: [expect.anything(), expect.arrayContaining([{ event: 'Finished', stop_reason: 'end_turn' }])],
      },
    })
    expect(existsSync(join(sandbox.workspace, 'made.txt'))).toBe(false)
    const last = fake.requests.at(-1)?.body
    expect(last).toMatchObject({ model: 'tutor-model' })
    expect(JSON.stringify(last)).toContain('fractions, says the database about Ada')
    expect(JSON.stringify(last)).toContain('You tutor students.')
  },
  120_000,
)

/** Starts a model that edits on `edit`, calls the tool of the app on `practise`, and repeats everything else. */
function startEditingModel(): Promise<FakeProvider> {
  return startFakeProvider({
    script: (body) => {
      const { messages, tools = [] } = requestSchema.parse(body)
      const { role, content } = messages.at(-1) ?? {}
      const said = String(content)
      if (role === 'tool') return text(said)
      if (said === 'edit') return call('write_file', { path: 'made.txt', content: 'made\n' })
      const own = tools.map((tool) => tool.function.name).find((name) => name.endsWith('weakest_topic'))
      if (said === 'practise' && own !== undefined) return call(own, { student: 'Ada' })
      return text(`I heard: ${said}`)
    },
  })
}

/**
 * Creates a program that runs `hermes` and records the frames of both ends. Its home is the sandbox's unless a client names one.
 * @returns its path.
 */
function createProgram({ home, writeHome }: Sandbox, fake: FakeProvider): string {
  writeHome('config.yaml', configFor(fake.baseUrl))
  const agent = `'${process.execPath}' '${main}' "$@"`
  const lines = [
    '#!/bin/sh',
    `export HERMES_HOME="\${HERMES_HOME:-${home}}"`,
    `[ "$1" = acp ] || exec ${agent}`,
    `tee '${home}/client.jsonl' | ${agent} | tee '${home}/agent.jsonl'`,
  ]
  writeHome('hermes', `${lines.join('\n')}\n`)
  const path = join(home, 'hermes')
  chmodSync(path, 0o755)
  return path
}

function framesOf(sandbox: Sandbox, end: 'agent' | 'client'): readonly string[] {
  return sandbox.readHome(`${end}.jsonl`).trim().split('\n')
}

function splitByMethod(lines: readonly string[]): readonly [calls: readonly string[], answers: readonly string[]] {
  const isCall = (line: string) => 'method' in JSON.parse(line)
  return [lines.filter(isCall), lines.filter((line) => !isCall(line))]
}

async function acpx(sandbox: Sandbox, fake: FakeProvider, args: readonly string[]): Promise<string> {
  const agent = `${createProgram(sandbox, fake)} acp`
  const program = join(createRequire(import.meta.url).resolve('acpx/package.json'), '../dist/cli.js')
  const options = { cwd: sandbox.workspace, env: environmentOf(sandbox) }
  return (await run(process.execPath, [program, '--agent', agent, ...args], options)).stdout
}

async function runClient(sandbox: Sandbox, python: string, name: string, ...args: readonly string[]): Promise<unknown> {
  const script = fileURLToPath(new URL(`clients/${name}`, import.meta.url))
  const { stdout } = await run(python, [script, ...args], { cwd: sandbox.workspace, env: environmentOf(sandbox) })
  return JSON.parse(stdout)
}

function environmentOf({ home }: Sandbox) {
  return { PATH: process.env.PATH, HOME: home, HERMES_HOME: home, LANG: 'C.UTF-8' }
}
