import type { Question, QuestionAnswer } from '@hermes/core/questions'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder, tempHome, textOfFile } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { createRuntime } from '../create-runtime.js'
import type { Runtime } from '../runtime.js'
import type { ConfigInput } from '../schema/config-schema.js'

type Script = Parameters<typeof startFakeProvider>[0]['script']
type Ask = (question: Question, runtime: Runtime) => Promise<QuestionAnswer>

/** Opens a runtime whose agent deletes a folder. The judge is a separate server. */
async function open(settings: {
  readonly config?: string
  readonly overrides?: ConfigInput
  readonly judge?: Script
  readonly ask?: Ask
  readonly commands?: readonly string[]
}) {
  const commands = settings.commands ?? ['rm -rf ./build']
  const script = [...commands.map((command) => call('terminal', { command })), text('Done.')]
  const main = await startFakeProvider({ script })
  const judge = await startFakeProvider({ script: settings.judge ?? text('no verdict') })
  onTestFinished(() => main.close())
  onTestFinished(() => judge.close())
  const paths = await tempHome(settings.config === undefined ? {} : { config: settings.config })
  const loaded = await loadConfig({
    paths,
    variables: { HOME: paths.home },
    overrides: {
      model: { provider: 'custom', base_url: main.baseUrl, default: 'm', context_length: 50_000 },
      auxiliary: { approval: { provider: 'custom', base_url: judge.baseUrl, model: 'judge' } },
      ...settings.overrides,
    },
  })
  const workingDirectory = await tempFolder()
  const { ask } = settings
  const runtime: Runtime = await createRuntime({
    ...loaded,
    paths,
    workingDirectory,
    surface: { source: 'test', ...(ask && { ask: (question: Question) => ask(question, runtime) }) },
  })
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const run = async (sessionId = 's') => {
    const verdicts: boolean[] = []
    const notices: string[] = []
    for await (const event of runtime.agent.run('go', { sessionId })) {
      if (event.type === 'tool-end') verdicts.push(!event.isError)
      if (event.type === 'notice') notices.push(event.code)
    }
    return { verdicts, notices }
  }
  return { paths, runtime, judge, run }
}

const verdict = (word: string) => text(JSON.stringify({ verdict: word, reason: 'Because.' }))
const smart = { approvals: { mode: 'smart' } } as const
const deny: Ask = async () => ({ decision: 'deny' })

describe('in smart mode', () => {
  test('lets the model allow a flagged command, given the reasons and the rules', async () => {
    const overrides = { approvals: { mode: 'smart', smart_policy: 'Never touch the cellar.' } } as const
    const { run, judge } = await open({ overrides, judge: verdict('approve'), ask: deny })
    expect(await run()).toEqual({ verdicts: [true], notices: ['approval/approve'] })
    const asked = JSON.stringify(judge.requests[0]?.body)
    for (const part of ['rm -rf ./build', 'It deletes a folder', 'Never touch the cellar.'])
      expect(asked).toContain(part)
  })

  test('lets the model deny without asking a person', async () => {
    const { run } = await open({ overrides: smart, judge: verdict('deny'), ask: async () => ({ decision: 'once' }) })
    expect(await run()).toEqual({ verdicts: [false], notices: ['approval/deny'] })
  })

  test('asks a person when the model is not sure', async () => {
    const { run } = await open({
      overrides: smart,
      judge: verdict('escalate'),
      ask: async () => ({ decision: 'once' }),
    })
    expect((await run()).verdicts).toEqual([true])
  })

  test('denies a flagged command without asking the model when no one can be asked', async () => {
    const { run, judge } = await open({ overrides: smart, judge: verdict('approve') })
    expect((await run()).verdicts).toEqual([false])
    expect(judge.requests).toHaveLength(0)
  })

  test.each([
    ['approve', true],
    ['escalate', false],
  ])('follows the verdict "%s" when no one can be asked and the config allows it', async (word, runs) => {
    const overrides = { approvals: { mode: 'smart', unattended_mode: 'smart' } } as const
    const { run } = await open({ overrides, judge: verdict(word) })
    expect((await run()).verdicts).toEqual([runs])
  })

  test('does not send refused or denied commands to the model', async () => {
    const overrides: ConfigInput = { approvals: { mode: 'smart', deny: ['GIT push*'] } }
    const commands = ['rm -rf /', 'git push --force']
    const { run, judge } = await open({ overrides, judge: verdict('approve'), commands })
    expect((await run()).verdicts).toEqual([false, false])
    expect(judge.requests).toHaveLength(0)
  })
})

describe('a session', () => {
  test('can turn questions off while other sessions still ask', async () => {
    const { run, runtime } = await open({ ask: deny, commands: ['rm -rf ./build', 'rm -rf /', 'rm -rf ./build'] })
    runtime.approvals.setMode('a', 'off')
    expect(runtime.approvals.mode('a')).toBe('off')
    expect(runtime.approvals.mode('b')).toBe('manual')
    expect((await run('a')).verdicts).toEqual([true, false, true])
  })
})

describe('a permanent approval', () => {
  const config = '# Mine\napprovals:\n  mode: manual # careful\ncommand_allowlist:\n  - git push* # to the fork\n'
  const always: Ask = async (question, runtime) => {
    await runtime.approvals.allowForGood(question)
    return { decision: 'session' }
  }

  test('is added to the list in the config, keeps its comments, and applies to all sessions', async () => {
    const asked: string[] = []
    const ask: Ask = async (question, runtime) => {
      asked.push(question.text)
      return always(question, runtime)
    }
    const { run, paths } = await open({ config, ask, commands: ['rm -rf ./build', 'rm -r other'] })
    expect((await run('a')).verdicts).toEqual([true, true])
    expect(asked).toEqual(['rm -rf ./build'])
    const written = await textOfFile(paths.config)
    expect(written).toContain('# Mine')
    expect(written).toContain('mode: manual # careful')
    expect(written).toContain('  - git push* # to the fork\n  - It deletes a folder with everything in it.')
    const later = await loadConfig({ paths, variables: {} })
    expect(later.config.command_allowlist).toEqual(['git push*', 'It deletes a folder with everything in it.'])
  })

  test('runs listed commands when no one can be asked, but not commands chained to them', async () => {
    const commands = ['git push --force', 'git push --force && rm -rf ./build', 'git push --force origin $(x)']
    const { run } = await open({ config, commands })
    expect((await run()).verdicts).toEqual([true, false, false])
  })

  test.each([
    ['x=$(cat a); $x b', 'what cannot be understood'],
    ['rm -rf ./build\u202e', 'a deception'],
    ['hermes config set approvals.mode off', 'the agent changing its own settings'],
  ])('%j cannot be allowed permanently: %s', async (command) => {
    const { run, paths } = await open({ config, ask: always, commands: [command] })
    await run()
    expect(await textOfFile(paths.config)).toBe(config)
  })
})

test('lets a person run flagged commands, but none that are denied or never run', async () => {
  const { runtime } = await open({ overrides: { approvals: { deny: ['*deploy*'] } } })
  const may = (command: string) => runtime.approvals.mayRunOwn(command)
  expect(await may('rm -rf ./build')).toBe(true)
  expect(await may('rm -rf /')).toBe(false)
  expect(await may('make && ./deploy now')).toBe(false)
})
