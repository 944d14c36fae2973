import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

/** Writes the names of the program's own files that a process loads, and reports one of them. */
const hook = `
  import { registerHooks } from 'node:module'
  import { appendFileSync } from 'node:fs'
  registerHooks({
    load(url, context, next) {
      if (url.includes(process.env.LOADED_FROM)) appendFileSync(process.env.LOADED, url + '\\n')
      if (url.endsWith(process.env.TOLD)) process._rawDebug('loads ' + process.env.TOLD)
      return next(url, context)
    },
  })`

async function filesOf(args: readonly string[]): Promise<readonly string[]> {
  const list = join(sandbox.workspace, 'loaded')
  const { code, stderr } = await sandbox.run(args, {
    env: {
      LOADED: list,
      LOADED_FROM: dirname(main),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
    },
  })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return [
    ...new Set(
      readFileSync(list, 'utf8')
        .trim()
        .split('\n')
        .map((url) => basename(url)),
    ),
  ].sort()
}

test('shows the version without loading the commands', async () => {
  expect(await filesOf(['--version'])).toEqual(['launch.js', 'main.js'])
})

test('shows the help without loading the commands, with the same text that they create', async () => {
  expect(await filesOf(['--help'])).toEqual(['launch.js', 'main.js'])
  // A second option makes the program create the text.
  const [written, made] = [await sandbox.run(['--help']), await sandbox.run(['--help', '--verbose'])]
  expect(written).toMatchObject({ code: 0, stderr: '', stdout: made.stdout })
})

/** Reports on stderr, when the process ends, which of these modules of Node.js it has loaded. */
const loadedModules = `
  process.on('exit', () => {
    const loaded = ['os', 'stream', 'net', 'fs/promises', 'module'].filter((name) => process.moduleLoadList.includes('NativeModule ' + name))
    process._rawDebug(loaded.join(' '))
  })`

test.each(['--version', '--help'])('shows %s without loading streams', async (option) => {
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(loadedModules)}` }
  expect(await sandbox.run([option], { env })).toMatchObject({ code: 0, stderr: 'os\n' })
})

test('shows the help of a command without loading the agent', async () => {
  expect(await filesOf(['sessions', 'list', '--help'])).toEqual(['cli.js', 'launch.js', 'main.js'])
})

test('loads an agent in few files', async () => {
  // The first start also reads the skills.
  await sandbox.run(['-z', 'Hello.'])
  const files = await filesOf(['-z', 'Hello.'])
  expect(files).toContain('start.js')
  // A module that more starts than not import belongs in a group of the build: see tsup.config.ts.
  expect(files.length, files.join(' ')).toBeLessThan(10)
})

/** Reports on stderr, when the process ends, which of Node's modules it has loaded with V8 flags other than its own. */
const loadedAfterFlags = `
  const v8 = process.getBuiltinModule('node:v8')
  const { setFlagsFromString } = v8
  let before
  v8.setFlagsFromString = (flag) => {
    before ??= new Set(process.moduleLoadList)
    setFlagsFromString(flag)
  }
  process.on('exit', () => {
    const after = process.moduleLoadList.filter((name) => name.startsWith('NativeModule ') && !before.has(name))
    process._rawDebug(after.join('\\n'))
  })`

test('loads the modules of Node.js for a prompt before it tunes V8, and none for threads', async () => {
  await sandbox.run(['-z', 'Hello.'])
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(loadedAfterFlags)}` }
  const { code, stderr } = await sandbox.run(['-z', 'Hello.'], { env })
  const modules = stderr.split('\n').filter((line) => line.startsWith('NativeModule '))
  expect(code).toBe(0)
  expect(modules).not.toContain('NativeModule worker_threads')
  // A module that more starts than not load belongs in the list of tune-start.ts: V8 compiles it, which takes four times as
  // long.
  expect(modules.length, modules.join(' ')).toBeLessThan(8)
})

/** Records, when the gateway is ready, whether Node's web classes are loaded. */
const atReady = `
  import { appendFileSync } from 'node:fs'
  const write = process.stdout.write
  process.stdout.write = function (text, ...rest) {
    const isLoaded = process.moduleLoadList.includes('NativeModule internal/deps/undici/undici')
    if (String(text).includes('http://')) appendFileSync(process.env.LOADED, 'web classes: ' + isLoaded + '\\n')
    return write.call(this, text, ...rest)
  }`

test('loads the API of a gateway once it is ready', { timeout: 120_000 }, async () => {
  const list = join(sandbox.workspace, 'loaded')
  const gateway = sandbox.start(['gateway', 'run', '--port', '0'], {
    env: {
      API_SERVER_KEY: 'made-up-gateway-key',
      HERMES_PROVIDER: 'offline',
      LOADED: list,
      LOADED_FROM: dirname(main),
      TOLD: '/api.js',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook + atReady.replace("import { appendFileSync } from 'node:fs'", ''))}`,
    },
  })
  onTestFinished(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
  })
  await gateway.prints(/http:\/\/127\.0\.0\.1:\d+/)
  // No request asks for it.
  await gateway.prints(/loads \/api\.js/, 'stderr')
  const [before] = readFileSync(list, 'utf8').split('web classes: false')
  expect(before).toContain('/gateway.js')
  expect(before).not.toContain('/api.js')
})
