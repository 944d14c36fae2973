import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWebSocket } from '@hermes/rpc'
import { connect } from '@hermes/rpc/client'
import { hang, startFakeProvider, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createSandbox, main, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

/** Opens a program on a terminal that can be killed alone, without its terminal. */
function open(sandbox: Sandbox, ...args: readonly string[]): TerminalProcess & { kill(): Promise<void> } {
  const file = join(sandbox.home, 'pid')
  const script = `echo $$ > "${file}"; exec "${process.execPath}" "${main}" ${args.join(' ')}`
  const terminal = openTerminal(sandbox, ['sh', '-c', script])
  return {
    ...terminal,
    async kill() {
      process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL')
      await terminal.exit
    },
  }
}

test('one session survives a kill in the line chat, in full screen and in a server without losses', async () => {
  using sandbox = createSandbox()
  await using provider = await startFakeProvider({ script: [text('An apple.'), hang(text('Pears grow on'))] })
  const model = `{ provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`
  sandbox.writeHome('config.yaml', `model: ${model}\nauxiliary: { title_generation: { enabled: false } }\n`)

  const chat = open(sandbox)
  await chat.shows('❯')
  chat.type('apples?\r')
  await chat.shows('An apple.')
  chat.type('pears?\r')
  await chat.shows('Pears grow')
  await chat.kill()

  const listed = JSON.parse((await sandbox.run(['sessions', 'list', '--json'])).stdout)
  expect(listed).toHaveLength(1)
  const id: string = listed[0].id

  provider.setScript([text('A quince.'), hang(text('Medlars are old'))])
  const full = open(sandbox, '--tui', '-c')
  await full.shows('An apple.')
  await full.shows('pears?')
  full.type('quinces?')
  full.type('\r')
  await full.shows('A quince.')
  full.type('medlars?')
  full.type('\r')
  await full.shows('Medlars are')
  await full.kill()

  provider.setScript([text('A plum.'), hang(text('Cherries are red'))])
  const server = sandbox.start(['serve', '--port', '0'])
  const [, url = ''] = await server.prints(/serves (ws:\S+)/)
  const [, token = ''] = await server.prints(/Token: (\w+)/)
  let streamed = ''
  const client = await connect(await openWebSocket(url, { token }), {
    name: 'test',
    onEvent: (event) => {
      if (event.type === 'message.delta') streamed += event.payload.text
    },
  })
  await client.call('session.resume', { sessionId: id })
  await client.call('prompt.submit', { sessionId: id, content: 'plums?' })
  await expect.poll(() => streamed, { timeout: 15_000 }).toContain('A plum.')
  await client.call('prompt.submit', { sessionId: id, content: 'cherries?' })
  await expect.poll(() => streamed, { timeout: 15_000 }).toContain('Cherries are')
  server.process.kill('SIGKILL')
  await client.closed

  provider.setScript([text('A fig.')])
  expect(await sandbox.run(['-z', 'figs?', '-r', id])).toMatchObject({ code: 0, stdout: 'A fig.\n' })

  const sent = JSON.stringify(provider.requests.at(-1)?.body.messages)
  const said = ['apples?', 'pears?', 'quinces?', 'medlars?', 'plums?', 'cherries?', 'figs?']
  const answered = ['An apple.', 'A quince.', 'A plum.']
  for (const each of [...said, ...answered]) expect(sent.split(each)).toHaveLength(2)
  expect(said.map((each) => sent.indexOf(each))).toEqual(
    said.map((each) => sent.indexOf(each)).toSorted((a, b) => a - b),
  )
  expect(JSON.parse((await sandbox.run(['sessions', 'list', '--json'])).stdout)).toHaveLength(1)
}, 120_000)
