import { call, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

const line = 'Edits that failed: a.txt'

test.each([
  { words: [], isListed: true },
  { words: [], isListed: false },
  { words: ['--tui'], isListed: true },
  { words: ['--tui'], isListed: false },
])(
  'lists the edits that failed below their turn: $isListed, in $words',
  { timeout: 60_000 },
  async ({ words, isListed }) => {
    const sandbox = createSandbox()
    onTestFinished(() => sandbox[Symbol.dispose]())
    sandbox.writeHome(
      'config.yaml',
      `auxiliary: { title_generation: { enabled: false } }\ndisplay: { file_mutation_verifier: ${isListed} }\n`,
    )
    sandbox.write('a.txt', 'x')
    const edit = call('patch', { path: 'a.txt', old_string: 'nowhere', new_string: 'y' })
    await using fake = await startFakeProvider({ script: [edit, text('All changed.'), text('Welcome.')] })
    const chat = openTerminal(sandbox, [process.execPath, main, ...provider(fake.baseUrl), ...words])
    onTestFinished(() => void chat.process.kill('SIGKILL'))
    await expect.poll(chat.output, { timeout: 15_000 }).toMatch(words.length > 0 ? /correct it\./ : /❯/)
    chat.type('Change it.\r')
    await chat.shows('All changed.')
    chat.type('Thanks.\r')
    // The previous turn has ended by then.
    await chat.shows('Welcome.')
    if (isListed) expect(chat.screen()).toContain(line)
    else expect(chat.screen()).not.toContain('Edits that failed')
    chat.type('\u0004')
    expect(await chat.exit).toBe(0)
  },
)
