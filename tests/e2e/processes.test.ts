import { spawnSync } from 'node:child_process'
import { type JsonObject, textOf } from '@hermes/core'
import { call, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createSandbox, provider, type Sandbox } from './hermes.js'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

const lastMessage = ({ messages }: JsonObject = {}) => JSON.stringify(Array.isArray(messages) ? messages.at(-1) : '')

test('ends a process when its agent is killed, and tells the session once', async () => {
  const background = call('terminal', { command: 'echo "I was here"; sleep 600', background: true })
  await using fake = await startFakeProvider({
    script: [background, call('terminal', { command: 'sleep 601' }), text('I see.'), text('Yes.')],
  })
  const running = sandbox.start([...provider(fake.baseUrl), '-z', 'start it', '--json'])
  const [, pid] = await running.prints(/pid\\*":(\d+)/)
  await fake.request(2)
  running.process.kill('SIGKILL')
  await running.ended
  await expect.poll(() => isRunning(Number(pid)), { timeout: 20_000 }).toBe(false)

  await sandbox.run([...provider(fake.baseUrl), '-c', '-z', 'and?'])
  expect(lastMessage(fake.requests.at(-1)?.body)).toMatch(/output\\*":\\*"I was here/)
  expect(lastMessage(fake.requests.at(-1)?.body)).toContain('ended together with the program that had started it')
  await sandbox.run([...provider(fake.baseUrl), '-c', '-z', 'really?'])
  expect(lastMessage(fake.requests.at(-1)?.body)).not.toContain('ended with the program')
}, 300_000)

/** Whether a process runs. Zombies count as ended. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
    .stdout.toString()
    .trim()
  return state !== '' && !state.startsWith('Z')
}

/** More bytes than the heap can hold. */
const bytes = 200_000_000 * Math.min(5, inject('effort'))

test.each([
  ['very many lines', `yes "a line of output" | head -c ${bytes}`],
  ['one very long line', `head -c ${bytes} /dev/zero | tr "\\0" x`],
])(
  '%s end in a small heap',
  async (_, command) => {
    await using fake = await startFakeProvider({
      script: [call('terminal', { command: `${command}; echo; echo the end` }), text('Done.')],
    })
    const env = { NODE_OPTIONS: '--max-old-space-size=120' }
    const ended = await sandbox.run([...provider(fake.baseUrl), '-z', 'print'], { env })
    expect(ended).toMatchObject({ code: 0, stdout: 'Done.\n' })
    const messages = fake.requests[1]?.body.messages
    const result = Array.isArray(messages) ? JSON.parse(textOf(messages.at(-1).content)) : undefined
    expect(result).toMatchObject({ exit_code: 0, error: null })
    expect(result.output.length).toBeLessThanOrEqual(50_000)
    expect(result.output).toMatch(/the end\n$/)
  },
  180_000,
)
