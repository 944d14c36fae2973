import type { Redactor } from '@hermes/safety/redact'
import { createRedactor } from '@hermes/safety/redact'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, caller, isRunning, openWorkplace } from '../../testing/terminal.js'
import type { TerminalLimits } from '../shell/terminal-limits.js'
import type { SpillStore } from '../spill/spill-store.js'
import { terminalTools } from '../terminal/terminal.js'
import { ProcessTable, type ProcessTableOptions } from './process-table.js'

interface Setup extends ProcessTableOptions {
  readonly limits?: TerminalLimits
  readonly secrets?: Redactor
  readonly spill?: SpillStore
}

/** For commands that print something: a timeout that suffices even on a slow machine. */
const slowOutput = { services: { answerMs: 60_000 } }
/** For commands that print nothing at first. */
const noOutput = { services: { answerMs: 50 } }

async function open({ limits = {}, secrets, spill, ...options }: Setup = {}) {
  const { environment, folder } = await openWorkplace()
  const processes = new ProcessTable({ ...noOutput, ...options, ...(secrets && { redactor: secrets }) })
  const tools = terminalTools({
    environment,
    processes,
    limits,
    ...(secrets && { redactor: secrets }),
    ...(spill && { spill }),
  })
  disposables.push(processes)
  return { call: caller(tools), processes, tools, folder }
}

const disposables: AsyncDisposable[] = []
afterEach(async () => {
  for (const each of disposables.splice(0)) await each[Symbol.asyncDispose]()
})

/** Takes the reports for the model. */
function newsOf({ news }: ProcessTable, sessionId = 'session') {
  return news.take(sessionId).map(({ report }) => report)
}

describe('start', () => {
  test('a command continues after its call has returned its first output', async () => {
    const { call } = await open(slowOutput)
    const started = await call('terminal', { command: 'echo begun; sleep 61', background: true })
    expect(started).toMatchObject({ output: 'begun\n', exit_code: null, error: null, status: 'running' })
    expect(isRunning(started.pid)).toBe(true)
    expect(await call('process', { action: 'list' })).toMatchObject({
      processes: [{ session_id: started.session_id, command: 'echo begun; sleep 61', status: 'running' }],
    })
  })

  test('a command that ends immediately is reported in the same result only', async () => {
    const { call, processes } = await open(slowOutput)
    expect(await call('terminal', { command: 'exit 127', background: true })).toMatchObject({
      exit_code: 127,
      exit_code_meaning: expect.stringContaining('not found'),
    })
    expect(newsOf(processes)).toEqual([])
  })

  test('uses the folder and variables of its task and does not change them', async () => {
    const { call, folder } = await open(slowOutput)
    await call('terminal', { command: 'mkdir inner; cd inner; export NAME=value; unset HOME' })
    const { output } = await call('terminal', {
      command: 'pwd; echo "$NAME"; printenv HOME || echo none; cd /',
      background: true,
    })
    expect(output).toBe(`${folder}/inner\nvalue\nnone\n`)
    expect((await call('terminal', { command: 'pwd' })).output).toBe(`${folder}/inner\n`)
  })

  test('ends a command whose call is interrupted, because the model does not know it', async () => {
    const { call, processes } = await open(slowOutput)
    const interrupt = new AbortController()
    const starting = call('terminal', { command: 'sleep 74', background: true }, { signal: interrupt.signal })
    await expect.poll(() => processes.of('session'), { timeout: 20_000 }).toHaveLength(1)
    interrupt.abort()
    await expect(starting).rejects.toThrow()
    expect(await processes.of('session')[0]?.live.ended).toMatchObject({ exit: { signal: 'SIGTERM' } })
  })

  test('rejects a timeout', async () => {
    const { call } = await open()
    await expect(call('terminal', { command: 'true', background: true, timeout: 5 })).rejects.toThrow(/no timeout/)
  })

  test('without a process table neither the arguments nor the tool exist', async () => {
    const { environment } = await openWorkplace()
    const tools = terminalTools({ environment })
    expect(tools.map(({ name }) => name)).toEqual(['terminal'])
    expect(JSON.stringify(tools[0]?.parameters)).not.toContain('background')
  })
})

describe('inspection', () => {
  test('poll returns only new output', async () => {
    const { call } = await open(slowOutput)
    const { session_id } = await call('terminal', {
      command: 'echo one; read -r _; echo two; sleep 62',
      background: true,
    })
    expect(await call('process', { action: 'poll', session_id })).toMatchObject({ status: 'running', output: '' })
    expect(await call('process', { action: 'submit', session_id, data: '' })).toMatchObject({ output: 'two\n' })
    expect(await call('process', { action: 'poll', session_id })).toMatchObject({ output: '' })
  })

  test('log returns lines by number, and the last ones by default', async () => {
    const { call } = await open(slowOutput)
    const { session_id } = await call('terminal', { command: 'seq 0 999; printf prompt:; sleep 63', background: true })
    const page = await call('process', { action: 'log', session_id, offset: 10, limit: 3 })
    expect(page).toMatchObject({ output: '10\n11\n12', first_line: 10, lines: 3, total_lines: 1000 })
    expect((await call('process', { action: 'log', session_id })).output).toMatch(/^800\n.*\n999\nprompt:$/s)
  })

  test('wait returns when the process ends or the time limit expires', async () => {
    const { call } = await open(slowOutput)
    const { session_id } = await call('terminal', { command: 'echo a; read -r _; echo b; exit 3', background: true })
    expect(await call('process', { action: 'wait', session_id, timeout: 0.2 })).toMatchObject({ status: 'running' })
    const waiting = call('process', { action: 'wait', session_id })
    await call('process', { action: 'write', session_id, data: '\n' })
    expect(await waiting).toMatchObject({ status: 'exited', exit_code: 3 })
  })

  test('an interrupt ends the wait but not the process', async () => {
    const { call } = await open()
    const started = await call('terminal', { command: 'sleep 64', background: true })
    const signal = AbortSignal.timeout(200)
    await expect(call('process', { action: 'wait', session_id: started.session_id }, { signal })).rejects.toThrow()
    expect(isRunning(started.pid)).toBe(true)
  })

  test('reports when old output was dropped', async () => {
    const { call } = await open(slowOutput)
    const { session_id } = await call('terminal', {
      command: 'echo begun; read -r _; seq 100000; echo end',
      background: true,
    })
    await call('process', { action: 'submit', session_id, data: '' })
    const result = await call('process', { action: 'wait', session_id })
    const page = await call('process', { action: 'log', session_id, offset: 0, limit: 1 })
    expect(page.first_line).toBeGreaterThan(1_000)
    // One line precedes the numbers.
    expect(page.output).toBe(String(page.first_line))
    expect(result).toMatchObject({ status: 'exited', exit_code: 0 })
  })
})

describe('input', () => {
  test('is written to the process until it is closed', async () => {
    const { call } = await open(slowOutput)
    const { session_id } = await call('terminal', { command: 'echo begun; cat; echo over', background: true })
    expect(await call('process', { action: 'submit', session_id, data: 'hello' })).toMatchObject({ output: 'hello\n' })
    expect(await call('process', { action: 'close', session_id })).toMatchObject({ output: 'over\n' })
    expect(await call('process', { action: 'wait', session_id })).toMatchObject({ status: 'exited', exit_code: 0 })
    await expect(call('process', { action: 'submit', session_id, data: 'x' })).rejects.toThrow(/takes no (more )?input/)
  })

  test('shows a prompt before its line has ended', async () => {
    const { call } = await open(slowOutput)
    const started = await call('terminal', {
      command: 'printf "Name: "; read -r name; echo "Hello $name"',
      background: true,
    })
    expect(started.output).toBe('Name: ')
    const answered = await call('process', { action: 'submit', session_id: started.session_id, data: 'Ada' })
    expect(answered.output).toBe('Name: Hello Ada\n')
  })

  test('with pty, goes to a terminal', async () => {
    const { call } = await open(slowOutput)
    const started = await call('terminal', {
      command: 'test -t 0 && test -t 1 && stty size; printf "? "; read -r x; echo "got $x"',
      background: true,
      pty: true,
    })
    expect(started.output).toMatch(/^40 120\n\? $/)
    const answered = await call('process', { action: 'submit', session_id: started.session_id, data: 'yes' })
    expect(answered.output).toContain('got yes\n')
  })
})

describe('end', () => {
  test('kill ends all child processes and is not reported again', async () => {
    const { call, processes } = await open()
    const command = 'setsid sh -c "trap \'\' TERM; echo $$; sleep 65; sleep 65" & sleep 65'
    const started = await call('terminal', { command: `sh -c '${command.replaceAll("'", "'\\''")}'`, background: true })
    const killed = await call('process', { action: 'kill', session_id: started.session_id })
    expect(killed).toMatchObject({ status: 'exited', exit_code_meaning: 'It was ended on request.' })
    expect(isRunning(started.pid)).toBe(false)
    expect(newsOf(processes)).toEqual([])
  })

  test('of a session ends its own processes only', async () => {
    const { call, processes } = await open()
    const own = await call('terminal', { command: 'sleep 66', background: true })
    const other = await call('terminal', { command: 'sleep 66', background: true }, { sessionId: 'other' })
    await processes.endSession('session')
    expect([isRunning(own.pid), isRunning(other.pid)]).toEqual([false, true])
    expect(await call('process', { action: 'list' })).toEqual({ processes: [] })
    await processes[Symbol.asyncDispose]()
    expect(isRunning(other.pid)).toBe(false)
    await expect(call('terminal', { command: 'sleep 66', background: true })).rejects.toThrow(/shutting down/)
  })
})

test('a process of another session does not exist', async () => {
  const { call } = await open()
  const { session_id, pid } = await call('terminal', { command: 'cat', background: true })
  for (const action of ['poll', 'log', 'wait', 'kill', 'submit', 'close']) {
    const asked = call('process', { action, session_id, data: 'x' }, { sessionId: 'other' })
    await expect(asked).rejects.toThrow(`There is no process "${session_id}" of this session. There is none.`)
  }
  expect(await call('process', { action: 'list' }, { sessionId: 'other' })).toEqual({ processes: [] })
  expect(isRunning(pid)).toBe(true)
})

describe('limit', () => {
  test('removes the process that ended first, but no running one', async () => {
    const { call } = await open({ limit: 3, ...slowOutput })
    const short = await call('terminal', { command: 'true', background: true })
    const later = await call('terminal', { command: 'true', background: true })
    await call('terminal', { command: 'echo begun; sleep 67', background: true })
    await call('terminal', { command: 'echo begun; sleep 67', background: true })
    await expect(call('process', { action: 'poll', session_id: short.session_id })).rejects.toThrow()
    const listed = await call<{ processes: readonly { session_id: string }[] }>('process', { action: 'list' })
    expect(listed.processes).toHaveLength(3)
    expect(later.session_id).toBeUndefined()
    await call('terminal', { command: 'echo begun; sleep 67', background: true })
    await expect(call('terminal', { command: 'echo begun; sleep 67', background: true })).rejects.toThrow(
      /3 processes are running already/,
    )
  })
})

describe('news', () => {
  const ended = async (processes: ProcessTable) => {
    await expect.poll(() => processes.news.isPending('session'), { timeout: 20_000 }).toBe(true)
    return newsOf(processes)
  }

  test('reports an end that no call observed', async () => {
    const { call, processes } = await open()
    const { session_id } = await call('terminal', { command: 'read -r _; echo last words; exit 4', background: true })
    // Read directly, because the tool would mark it as reported.
    const [process] = processes.of('session')
    await process?.live.write?.('\n')
    expect(await ended(processes)).toEqual([
      {
        session_id,
        command: 'read -r _; echo last words; exit 4',
        status: 'exited',
        exit_code: 4,
        output: 'last words\n',
      },
    ])
    expect(newsOf(processes)).toEqual([])
  })

  test('is empty when notifications are disabled or the model saw the end itself', async () => {
    const { call, processes } = await open()
    const quiet = await call('terminal', { command: 'read -r _', background: true, notify_on_complete: false })
    const seen = await call('terminal', { command: 'read -r _', background: true })
    for (const { session_id } of [quiet, seen]) await call('process', { action: 'submit', session_id, data: '' })
    expect(await call('process', { action: 'wait', session_id: quiet.session_id })).toMatchObject({ status: 'exited' })
    expect(await call('process', { action: 'wait', session_id: seen.session_id })).toMatchObject({ status: 'exited' })
    expect(newsOf(processes)).toEqual([])
  })

  test('reports watched lines, matched by literal text or regular expression', async () => {
    const { call, processes } = await open()
    const command = 'read -r _; echo "a.c"; echo "abc (ready in 12 ms)"; echo nothing; sleep 68'
    const watch_patterns = ['a.c', '/READY in \\d+ ms/i']
    await call('terminal', { command, background: true, watch_patterns })
    await processes.of('session')[0]?.live.write?.('\n')
    expect(await ended(processes)).toMatchObject([{ status: 'running', matched: ['a.c'] }])
    const [process] = processes.of('session')
    if (process) await processes.kill(process)
    // Matches of the same window are reported when the watch ends.
    expect(newsOf(processes)).toMatchObject([{ matched: ['abc (ready in 12 ms)'] }])
  })

  test('reports a prompt without a line break', async () => {
    const { call, processes } = await open()
    await call('terminal', {
      command: 'read -r _; printf "Continue? [y/n] "; sleep 69',
      background: true,
      watch_patterns: ['[y/n]'],
    })
    await processes.of('session')[0]?.live.write?.('\n')
    expect(await ended(processes)).toMatchObject([{ matched: ['Continue? [y/n]'] }])
  })

  test('runs a backtracking expression in linear time and rejects an invalid one', async () => {
    const { call, processes } = await open()
    const command = `read -r _; printf '%05000d!\\n' 0; echo found; sleep 70`
    await call('terminal', { command, background: true, watch_patterns: ['/^(0+)+$/', 'found'] })
    await processes.of('session')[0]?.live.write?.('\n')
    expect(await ended(processes)).toMatchObject([{ matched: ['found'] }])
    const refused = call('terminal', { command: 'true', background: true, watch_patterns: ['/(/'] })
    await expect(refused).rejects.toThrow(/not a valid RE2 regular expression/)
  })

  test('sends few messages for a flood of matches, then one that says the watch ended', async () => {
    const { call, processes } = await open({ services: { watchWindowMs: 300, answerMs: 50 } })
    await call('terminal', { command: 'while true; do echo match; done', background: true, watch_patterns: ['match'] })
    const told: unknown[] = []
    await expect
      .poll(() => told.push(...newsOf(processes)) && JSON.stringify(told.at(-1)), { timeout: 20_000 })
      .toContain('no longer watched')
    expect(told.length).toBeLessThan(8)
    expect(told.every((item) => JSON.stringify(item).length < 10_000)).toBe(true)
  })
})

describe('a long-running foreground command', () => {
  const limits = { timeoutMs: 2_000, maxTimeoutMs: 60_000 }

  test('continues in the background when it prints nothing', async () => {
    const { call } = await open({ limits })
    const moved = await call('terminal', { command: 'echo begun; sleep 71; echo "never"' })
    expect(moved).toMatchObject({ output: 'begun\n', exit_code: null, error: null, status: 'running' })
    expect(moved.note).toContain('printed nothing for 2 s')
    expect(await call('process', { action: 'kill', session_id: moved.session_id })).toMatchObject({ status: 'exited' })
  })

  test('stays in the foreground while it prints', async () => {
    const { call } = await open({ limits })
    const finished = await call('terminal', { command: 'for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done' })
    expect(finished).toMatchObject({ output: '1\n2\n3\n4\n5\n6\n', exit_code: 0 })
  })

  test('continues in the background after the maximum time', async () => {
    const { call } = await open({ limits: { ...limits, maxTimeoutMs: 2_500 } })
    const moved = await call('terminal', { command: 'while sleep 0.1; do echo x; done' })
    expect(moved).toMatchObject({ status: 'running', note: expect.stringContaining('has run for 2.5 s') })
  })

  test('loses no output when it moves to the background, and does not change its shell', async () => {
    const { call } = await open({ limits })
    const moved = await call('terminal', { command: 'echo one; sleep 4; echo two; cd /' })
    expect(moved.output).toBe('one\n')
    const ended = await call('process', { action: 'wait', session_id: moved.session_id, timeout: 60 })
    expect(ended).toMatchObject({ output: 'two\n', exit_code: 0 })
    expect((await call('terminal', { command: 'pwd' })).output).not.toBe('/\n')
  })

  test('ends after its own timeout, even while it prints', async () => {
    const { call } = await open()
    const result = await call('terminal', { command: 'yes', timeout: 1 })
    expect(result).toMatchObject({ exit_code: 124, error: expect.stringContaining('1 s') })
    expect(result.output.length).toBeLessThanOrEqual(50_000)
    expect(await call('process', { action: 'list' })).toEqual({ processes: [] })
  })

  test('is ended when the process table is full', async () => {
    const { call } = await open({ limits, limit: 1 })
    await call('terminal', { command: 'sleep 72', background: true })
    expect(await call('terminal', { command: 'sleep 72' })).toMatchObject({ exit_code: 124 })
  })
})

describe('secrets', () => {
  const secret = 'kX93hfPq27LmZt8wQv1B'
  const secrets = createRedactor({ values: [secret] })

  test('do not appear in answers, reports or records', async () => {
    const saved: string[] = []
    const records = {
      save: async (list: readonly unknown[]) => void saved.push(JSON.stringify(list)),
      lost: async () => [],
      forget: async () => undefined,
    }
    const { call, processes } = await open({ secrets, records })
    const command = `echo ${secret}; printf ${secret}; read -r _; exit 1`
    const answers: Answer[] = [await call('terminal', { command, background: true, watch_patterns: ['k'] })]
    const { session_id } = answers[0] ?? {}
    answers.push(
      await call('process', { action: 'list' }),
      await call('process', { action: 'log', session_id: `${session_id}` }),
    )
    await processes.of('session')[0]?.live.write?.('\n')
    await expect.poll(() => processes.news.isPending('session'), { timeout: 20_000 }).toBe(true)
    await processes[Symbol.asyncDispose]()
    const told = JSON.stringify([answers, newsOf(processes), saved])
    expect(told).toContain('REDACTED')
    expect(told).not.toContain(secret)
  })

  test('do not remain where output is truncated', async () => {
    const { call } = await open({ secrets, limits: { outputCharacters: 1_000 } })
    for (const before of [370, 380, 384, 390]) {
      const command = `printf '%0${before}d${secret}\\n' 0; head -c 3000 /dev/zero | tr '\\0' x`
      const { output } = await call('terminal', { command })
      for (let part = 0; part + 6 <= secret.length; part += 1)
        expect(output).not.toContain(secret.slice(part, part + 6))
    }
  })
})

test('stores long output completely, without secrets, and tells the model where', async () => {
  const kept: string[] = []
  const spill: SpillStore = {
    keep: async () => undefined,
    open: () => ({
      write: async (text) => void kept.push(text),
      close: async () =>
        kept.join('').length > 50_000
          ? { path: '/spill/1.txt', characters: kept.join('').length, isCut: false }
          : undefined,
      discard: async () => undefined,
    }),
  }
  const { call } = await open({ spill })
  const result = await call('terminal', { command: 'seq 100000' })
  expect(result).toMatchObject({
    full_output: '/spill/1.txt',
    output: expect.stringContaining('all of it is in full_output'),
  })
  expect(kept.join('')).toBe(Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join(''))
})

test('adds a hint when a program asks for a password', async () => {
  const { call } = await open()
  const asked = await call('terminal', { command: 'echo "sudo: a password is required" >&2; exit 1' })
  expect(asked.hint).toMatch(/cannot be typed/)
})
