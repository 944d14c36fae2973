import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

test.each(['--tui', '--cli'])(
  'runs commands of the person, and passes on their output if asked to: %s',
  async (word) => {
    const sandbox = createSandbox()
    onTestFinished(() => sandbox[Symbol.dispose]())
    sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
    await using fake = await startFakeProvider({ script: text('Read.') })
    const chat = openTerminal(sandbox, [process.execPath, main, word, ...provider(fake.baseUrl)])
    onTestFinished(() => void chat.process.kill('SIGKILL'))
    await chat.shows('correct it.')
    chat.type('!echo $((6 * 7)) once; exit 3\r')
    await chat.shows('42 once')
    await chat.shows('exit 3')
    chat.type('!!echo $((2 * 9)) twice\r')
    await chat.shows('18 twice')
    await chat.shows('Your next message contains this output.')
    chat.type('!echo $((5 * 9)) begun; sleep 600\r')
    await chat.shows('45 begun')
    chat.type('\u0003')
    await chat.shows('  exit ')
    expect(fake.requests).toHaveLength(0)
    chat.type('What did it print?\r')
    await chat.shows('Read.')
    // The message itself is shown without it.
    expect(chat.screen().split('18 twice')).toHaveLength(2)
    const sent = JSON.stringify(fake.requests[0]?.body.messages)
    expect(sent).toContain('18 twice')
    expect(sent).not.toContain('42 once')
    chat.type('\u0004')
    expect(await chat.exit).toBe(0)
  },
)
