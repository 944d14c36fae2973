import { spawnSync } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { call, type FakeProvider, hang, startFakeProvider, text } from '@hermes/testkit'
import { describe, expect, type TestContext, test } from 'vitest'
import { createSandbox, type Ended, type Hermes, type Sandbox } from './hermes.js'
import { slowPdf } from './slow-pdf.js'

/** The time after which service managers and containers kill a process. */
const limitMs = 10_000
const key = 'made-up-gateway-key'

interface Busy {
  script(sandbox: Sandbox): Parameters<typeof startFakeProvider>[0]['script']
  /** Resolves once the program is busy. */
  isBusy(fake: FakeProvider, sandbox: Sandbox): Promise<unknown>
  /** Whether the reader of the output never reads. */
  readonly isUnread?: boolean
}

const answered = async (fake: FakeProvider) => (await fake.request(1)).ended

const busy: Readonly<Record<string, Busy>> = {
  'a provider that does not answer': { script: () => hang(), isBusy: (fake) => fake.request(1) },
  'a provider that hangs in the middle of an answer': {
    script: () => hang(text('some text')),
    isBusy: (fake) => fake.request(1),
  },
  'a command that ignores SIGTERM': {
    script: ({ workspace }) => [
      call('terminal', { command: `trap '' TERM; tail -f "${workspace}/log"` }),
      text('Never.'),
    ],
    isBusy: (_, sandbox) => expect.poll(() => commandsOf(sandbox), { timeout: 60_000 }).not.toBe(''),
  },
  'a PDF that takes minutes': {
    script: (sandbox) => {
      sandbox.write('slow.pdf', slowPdf())
      return [call('read_file', { path: 'slow.pdf' }), text('Never.')]
    },
    isBusy: answered,
  },
  'a program that computes without end': {
    script: () => [call('execute_code', { language: 'javascript', code: 'for (;;) {}' }), text('Never.')],
    isBusy: answered,
  },
  'a reader that takes nothing of the answer': {
    script: () => [text('many words '.repeat(2_000_000))],
    isBusy: (fake) => fake.request(1),
    isUnread: true,
  },
}

async function start({ script }: Busy, args: readonly string[], { onTestFinished }: TestContext) {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.write('log', '')
  const fake = await startFakeProvider({ script: script(sandbox) })
  onTestFinished(() => fake[Symbol.asyncDispose]())
  sandbox.writeHome('config.yaml', `model: { provider: custom, base_url: "${fake.baseUrl}", default: fake-model }\n`)
  const hermes = sandbox.start(args, { env: { API_SERVER_KEY: key } })
  onTestFinished(() => void hermes.process.kill('SIGKILL'))
  return { fake, sandbox, hermes }
}

/** Returns the running commands that name the workspace. */
function commandsOf({ workspace }: Sandbox): string {
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.startsWith(`tail -f ${workspace}`))
    .join()
}

/** Returns the end of the program, if it comes within the limit. */
async function ending({ ended }: Hermes): Promise<Ended | 'still running'> {
  const { promise: late, resolve } = Promise.withResolvers<'still running'>()
  const timer = setTimeout(() => resolve('still running'), limitMs)
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

async function stored(sandbox: Sandbox): Promise<string> {
  return (await sandbox.run(['sessions', 'show', 'latest'])).stdout
}

describe.concurrent('SIGTERM ends', { timeout: 120_000 }, () => {
  test.for(Object.entries(busy))('a one-shot with %s', async ([, task], context) => {
    const { fake, sandbox, hermes } = await start(task, ['-q', 'what I asked'], context)
    if (task.isUnread) hermes.process.stdout?.pause()
    await task.isBusy(fake, sandbox)
    hermes.process.kill('SIGTERM')
    expect(await ending(hermes)).toMatchObject({ code: 143 })
    expect(commandsOf(sandbox)).toBe('')
    expect(await stored(sandbox)).toContain('what I asked')
  })

  test.for(Object.entries(busy))('a gateway with %s', async ([, task], context) => {
    const { fake, sandbox, hermes } = await start(task, ['gateway', 'run', '--port', '0'], context)
    await ask(hermes)
    await task.isBusy(fake, sandbox)
    hermes.process.kill('SIGTERM')
    expect(await ending(hermes)).toMatchObject({ code: 0 })
    expect(commandsOf(sandbox)).toBe('')
    expect(await stored(sandbox)).toContain('what I asked')
  })
})

describe.concurrent('a second signal ends at once', { timeout: 120_000 }, () => {
  const hanging = { script: () => hang(), isBusy: (fake: FakeProvider) => fake.request(1) }
  const stuck = busy['a command that ignores SIGTERM'] ?? hanging

  test('a one-shot', async (context) => {
    const { fake, sandbox, hermes } = await start(stuck, ['-q', 'what I asked'], context)
    await stuck.isBusy(fake, sandbox)
    hermes.process.kill('SIGTERM')
    hermes.process.kill('SIGINT')
    expect(await ending(hermes)).toMatchObject({ code: expect.toBeOneOf([130, 143]) })
    expect(await stored(sandbox)).toContain('what I asked')
  })

  test('a gateway', async (context) => {
    const { fake, sandbox, hermes } = await start(hanging, ['gateway', 'run', '--port', '0'], context)
    await ask(hermes)
    await hanging.isBusy(fake)
    hermes.process.kill('SIGTERM')
    hermes.process.kill('SIGINT')
    expect(await ending(hermes)).toMatchObject({ code: expect.toBeOneOf([130, 143]) })
    expect(await stored(sandbox)).toContain('what I asked')
  })
})

/** Sends a request whose answer is never read. Resolves once the answer has begun. */
async function ask(gateway: Hermes): Promise<void> {
  const [, url = ''] = await gateway.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
  await new Promise<void>((resolve, reject) => {
    const request = httpRequest(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
    request.on('response', (response) => {
      response.pause()
      response.on('error', () => response.destroy())
      resolve()
    })
    request.on('error', reject)
    request.end(
      JSON.stringify({ model: 'hermes', stream: true, messages: [{ role: 'user', content: 'what I asked' }] }),
    )
  })
}
