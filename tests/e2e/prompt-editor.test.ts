import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

/** An editor without its own screen, which reads the terminal as a shell sets it. */
const editor = `stty -a | grep -qw icanon && printf 'edited in line mode' > "$1" || exit 1`

test.each(['--tui', '--cli'])('the editor of a prompt gets the whole terminal, and returns it: %s', async (word) => {
  const sandbox = createSandbox()
  onTestFinished(() => sandbox[Symbol.dispose]())
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: text('Read.') })
  sandbox.writeHome('edit', editor)
  sandbox.writeHome('run', `EDITOR="sh ${sandbox.home}/edit" exec "$@"`)
  const words = ['sh', `${sandbox.home}/run`, process.execPath, main, word, ...provider(fake.baseUrl)]
  const chat = openTerminal(sandbox, words)
  onTestFinished(() => void chat.process.kill('SIGKILL'))
  await chat.shows('correct it.')
  chat.type('as typed')
  await chat.shows('as typed')
  chat.type('\u0018\u0005')
  await chat.shows('edited in line mode')
  chat.type(' and sent\r')
  await chat.shows('Read.')
  expect(JSON.stringify(fake.requests[0]?.body.messages)).toContain('edited in line mode and sent')
  chat.type('\u0004')
  expect(await chat.exit).toBe(0)
})
