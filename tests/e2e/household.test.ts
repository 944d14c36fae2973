import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ada, type FakeTelegram, startFakeTelegram } from '../../packages/platforms/testing/fake-telegram.js'
import {
  ada as bobsAddress,
  hasDovecot,
  type MailAccount,
  type MailHost,
  mailOf,
  startMailHost,
} from '../../packages/platforms/testing/mail-server.js'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

const patient = { timeout: 30_000, interval: 50 }
const isThere = hasDovecot()

/** Ada writes on Telegram, and Bob by mail. They share a gateway. */
describe.skipIf(!isThere)(isThere ? 'a household' : 'a household, without Dovecot', () => {
  let host: MailHost
  let account: MailAccount
  let telegram: FakeTelegram
  let sandbox: Sandbox
  let provider: FakeProvider
  let gateway: Hermes

  beforeAll(async () => {
    host = await startMailHost()
  })
  afterAll(() => host[Symbol.asyncDispose]())
  beforeEach(async () => {
    account = await host.openAccount()
    telegram = await startFakeTelegram()
    sandbox = createSandbox()
    provider = await startFakeProvider({ script: answer })
  })
  afterEach(async () => {
    gateway.process.kill('SIGKILL')
    await gateway.ended
    await provider.close()
    await telegram[Symbol.asyncDispose]()
    await account[Symbol.asyncDispose]()
    sandbox[Symbol.dispose]()
  })

  test('two people on two networks, an approval, a job, and a kill in the middle: each answer is seen once', async () => {
    sandbox.write('old.txt', 'x')
    await run()

    // A stranger gets a code, which the owner of the machine accepts.
    telegram.say({ text: 'hello' })
    await expect.poll(() => inChat()[0] ?? '', patient).toContain('I do not know you yet')
    const [, code = ''] = /code ([A-Z0-9]{8})/.exec(inChat()[0] ?? '') ?? []
    expect((await sandbox.run(['gateway', 'pair', 'telegram', code])).code).toBe(0)
    await expect.poll(() => inChat().at(-1), patient).toBe('You are let in: write to me now.')
    telegram.say({ text: 'Ada here' })
    write('Bob here')
    await expect.poll(() => inChat().at(-1), patient).toBe('Noted: Ada here')
    await expect.poll(byMail, patient).toEqual(['Noted: Bob here'])

    // Neither sees what the other wrote.
    const asked = (about: string) => provider.requests.filter(({ body }) => JSON.stringify(body).includes(about))
    expect(asked('Ada here').filter((request) => asked('Bob here').includes(request))).toEqual([])

    telegram.say({ text: 'clean up' })
    await expect.poll(() => inChat().at(-1), patient).toContain('rm -rf ./old.txt')
    const question = telegram.messages.at(-1)
    telegram.press(question?.messageId ?? '', question?.buttons[0]?.value ?? '')
    await expect.poll(() => inChat().at(-1), patient).toBe('It is gone.')
    // If the gateway is killed before it has recorded the delivery, it sends it again with a note.
    await expect.poll(async () => (await sandbox.run(['gateway', 'deliveries'])).stdout, patient).toBe('')

    const at = new Date(Date.now() + 5_000).toISOString()
    const job = ['cron', 'add', at, 'The job', '--deliver', `telegram:${ada.id}`]
    expect((await sandbox.run(job)).code).toBe(0)

    telegram.say({ text: 'count the stars' })
    await expect.poll(() => asked('count the stars').length, patient).toBeGreaterThan(0)
    gateway.process.kill('SIGKILL')
    await gateway.ended
    write('While you were away')
    await run()

    await expect.poll(byMail, patient).toEqual(['Noted: Bob here', 'Noted: While you were away'])
    await expect.poll(() => inChat().join('\n'), patient).toContain('Counted.')
    await expect.poll(() => inChat().join('\n'), patient).toContain('The job is done.')
    const once = ['Noted: Ada here', 'It is gone.', 'Counted.', 'The job is done.']
    const counts = once.map((each) => inChat().filter((shown) => shown.includes(each)).length)
    expect(counts).toEqual([1, 1, 1, 1])
  }, 120_000)

  function answer(body: unknown) {
    const messages: readonly { readonly role: string; readonly content: unknown }[] = Object(body).messages
    const said = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
    const isAnswered = messages.at(-1)?.role === 'tool'
    if (said.includes('clean up'))
      return isAnswered ? text('It is gone.') : call('terminal', { command: 'rm -rf ./old.txt' })
    // If the kill comes before the job, it runs once. If it comes during the job, the outcome is unknown.
    if (said.includes('count the stars'))
      return isAnswered ? text('Counted.') : call('terminal', { command: 'sleep 2' })
    if (said.includes('The job')) return text('The job is done.')
    const [what = said] = /Ada here|Bob here|While you were away/.exec(said) ?? []
    return text(`Noted: ${what}`)
  }

  async function run(): Promise<void> {
    sandbox.writeHome(
      'config.yaml',
      JSON.stringify({
        model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
        auxiliary: { title_generation: { enabled: false } },
        platforms: {
          telegram: { token: telegram.token, api_root: telegram.apiRoot, poll_seconds: 1 },
          email: { ...account.settings, allow_from: [bobsAddress] },
        },
      }),
    )
    gateway = sandbox.start(['gateway', 'run', '--port', '0'], { env: { API_SERVER_KEY: 'made-up-gateway-key' } })
    await gateway.prints(/connected as hermes\d+@agent\.test/, 'stderr')
    await gateway.prints(/connected as @hermes_bot/, 'stderr')
  }

  const write = (content: string) => account.deliver(mailOf(content, {}))
  const inChat = () => telegram.messages.map((message) => message.text)
  const byMail = () => account.seen.map((mail) => mail.text)
})
