import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createLocalEnvironment } from '../local/local-environment.js'
import { createBubblewrap } from './bubblewrap.js'
import { probeSandbox } from './probe-sandbox.js'
import { withSandbox } from './with-sandbox.js'

const probed = await probeSandbox({ holders: ['bubblewrap'] })
const title = probed.status === 'available' ? 'a sandbox' : `skipped: ${probed.reason}`

describe.skipIf(probed.status === 'unavailable')(title, { timeout: 120_000 }, () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hermes-bubblewrap-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => {
    const sandbox = createBubblewrap({
      policy: { workspaces: [folder], network: 'none' },
      stateFolder: `${folder}/.state`,
    })
    return withSandbox(createLocalEnvironment({ workingDirectory: folder, variables: process.env, sandbox }), sandbox)
  }
  const run = async (environment: ReturnType<typeof open>, command: string) => {
    const running = await environment.spawn({ command }, { signal: AbortSignal.timeout(60_000) })
    let text = ''
    for await (const { data } of running.output) text += Buffer.from(data).toString()
    return { text, ...(await running.exit) }
  }

  test('shares a sandbox between concurrent commands, which see each other', async () => {
    await using environment = open()
    const commands = Array.from({ length: 8 }, (_, index) => run(environment, `echo ${index} > ${index}; sleep 0.2`))
    await Promise.all(commands)
    expect(readdirSync(folder).filter((name) => /^\d$/.test(name))).toHaveLength(8)
    const { text } = await run(environment, 'sleep 77 & echo $!')
    expect(await run(environment, `kill ${text.trim()}`)).toMatchObject({ code: 0 })
  })

  test.each([{}, { terminal: { columns: 80, rows: 24 } }])(
    "programs outside of the sandbox get none of a command's variables ($terminal)",
    async (request) => {
      await using environment = open()
      const variables = { LD_BIND_NOT: '1', MINE: 'yes', PATH: `${folder}:/usr/bin:/bin` }
      const running = await environment.spawn(
        { ...request, command: 'echo $MINE $LD_BIND_NOT $PATH; sleep 76', variables },
        { signal: AbortSignal.timeout(60_000) },
      )
      let text = ''
      for await (const { data } of running.output) {
        text += Buffer.from(data).toString()
        if (text.includes('\n')) break
      }
      expect(text.trim()).toBe(`yes 1 ${folder}:/usr/bin:/bin`)
      const outside = processesOfSession(Number(running.pid)).filter((id) => isOutside(id))
      expect(outside.length).toBeGreaterThanOrEqual(2)
      for (const id of outside) {
        const names = namesOfVariables(id).filter((name) => !name.startsWith('HERMES_CARRIED_'))
        // The program that creates the terminal sets its type and working directory.
        expect(['HERMES_PROCESS_ID', 'PATH', 'PWD', 'TERM']).toEqual(expect.arrayContaining([...names]))
        expect(readProc(`${id}/environ`)).toContain('\0PATH=/usr/local/sbin:')
      }
      running.kill('SIGKILL')
      await running.exit
    },
  )

  test('prevents a command from replacing the sandbox program, even in a writable folder', async () => {
    mkdirSync(join(folder, 'bin'))
    const program = join(folder, 'bin/bwrap')
    copyFileSync('/usr/bin/bwrap', program)
    await using sandbox = createBubblewrap({
      policy: { workspaces: [folder], network: 'none' },
      stateFolder: join(folder, '.state'),
      program,
    })
    await using environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env, sandbox })
    const attempts = [
      'echo x > bin/bwrap',
      'rm -f bin/bwrap',
      'mv bin other',
      'ln -sf /bin/true bin/bwrap',
      'touch bin/other',
    ]
    const { text } = await run(environment, attempts.map((each) => `(${each}) 2>/dev/null; echo $?`).join('; '))
    expect(text.trim().split('\n').at(-1)).toBe('0')
    expect(readFileSync(program).equals(readFileSync('/usr/bin/bwrap'))).toBe(true)
    expect(await run(environment, 'echo held')).toEqual({ text: 'held\n', code: 0 })
  })

  test('works after a command has killed all the processes it can', async () => {
    await using environment = open()
    await run(environment, 'kill -9 -1; kill -9 1 2')
    await expect
      .poll(() => run(environment, 'echo still here'), { timeout: 30_000 })
      .toMatchObject({
        text: 'still here\n',
      })
  })

  test('lets a command clean up when it is asked to end', async () => {
    await using environment = open()
    const running = await environment.spawn(
      { command: 'trap "echo tidied > done; exit 3" TERM; echo ready; while :; do sleep 0.1; done' },
      { signal: AbortSignal.timeout(60_000) },
    )
    for await (const _ of running.output) break
    running.kill()
    expect(await running.exit).toMatchObject({ code: 3 })
    expect(readFileSync(join(folder, 'done'), 'utf8')).toBe('tidied\n')
  })

  test('ends with the process that created it, even when that is killed', async () => {
    const script = `
      import { registerHooks } from 'node:module'
      registerHooks({ resolve(specifier, context, next) {
        try { return next(specifier, context) } catch { return next(specifier.replace(/\\.js$/, '.ts'), context) }
      } })
      const { createBubblewrap } = await import(${JSON.stringify(new URL('./bubblewrap.ts', import.meta.url).href)})
      const { createLocalEnvironment } = await import(${JSON.stringify(new URL('../local/local-environment.ts', import.meta.url).href)})
      const [, workingDirectory] = process.argv
      const policy = { workspaces: [workingDirectory], network: 'none' }
      const sandbox = createBubblewrap({ policy, stateFolder: workingDirectory + '/.state' })
      const environment = createLocalEnvironment({ workingDirectory, variables: process.env, sandbox })
      const command = 'env -u HERMES_PROCESS_ID setsid sleep 7654321 & echo started; sleep 7654321'
      const running = await environment.spawn({ command }, { signal: new AbortController().signal })
      for await (const { data } of running.output) process.stdout.write(data)`
    const child = spawn(
      process.execPath,
      ['--conditions=@hermes/source', '--input-type=module', '--eval', script, folder],
      { cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await expect.poll(sleepers, { timeout: 30_000 }).toBe(2)
    child.kill('SIGKILL')
    await expect.poll(sleepers, { timeout: 30_000 }).toBe(0)
  })
})

function processesOfSession(session: number): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    const status = /^\d+$/.test(name) ? readProc(`${name}/stat`) : ''
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[3]) === session
  })
}

/** Returns whether a process is outside of the sandbox, in the mount namespace of this process. */
function isOutside(id: string): boolean {
  return readlinkSync(`/proc/${id}/ns/mnt`) === readlinkSync('/proc/self/ns/mnt')
}

function namesOfVariables(id: string): readonly string[] {
  return readProc(`${id}/environ`)
    .split('\0')
    .filter(Boolean)
    .map((entry) => entry.slice(0, entry.indexOf('=')))
}

/** Returns the number of processes that sleep for the unusual time of the test above. */
function sleepers(): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && argumentsOf(name).join(' ') === 'sleep 7654321')
    .length
}

function argumentsOf(id: string): readonly string[] {
  return readProc(`${id}/cmdline`).split('\0').filter(Boolean)
}

/** Reads a file of a process. Returns an empty text when the process has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch {
    return ''
  }
}
