import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

test.each([
  { command: '/new -y', opened: 'A new session starts', prompts: ['second', 'third'] },
  { command: '/branch', opened: 'You continue in the branch', prompts: ['first', 'second', 'third'] },
])('-c resumes what $command has opened after a kill of the full screen', async ({ command, opened, prompts }) => {
  using sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: [text('To the first.'), text('To the second.'), text('More.')] })
  const open = (words: readonly string[]) => {
    const pane = ['env', 'TMUX=/tmp/tmux-0/default,1,0', 'TMUX_PANE=%1']
    const noted = ['sh', '-c', 'echo $$ > pid; exec "$@"', 'sh']
    const terminal = openTerminal(sandbox, [...pane, ...noted, process.execPath, main, ...words])
    onTestFinished(() => void terminal.process.kill('SIGKILL'))
    const shows = (expected: string) => expect.poll(terminal.screen, { timeout: 15_000 }).toContain(expected)
    return { ...terminal, shows }
  }
  const screen = open(['--tui', ...provider(fake.baseUrl)])
  await screen.shows('──')
  screen.type('first\r')
  await screen.shows('To the first.')
  screen.type(`${command}\r`)
  await screen.shows(opened)
  screen.type('second\r')
  await screen.shows('To the second.')
  process.kill(Number(readFileSync(join(sandbox.workspace, 'pid'), 'utf8')), 'SIGKILL')
  await screen.exit

  expect(await open(['-c', ...provider(fake.baseUrl), '-z', 'third']).exit).toBe(0)
  const { messages } = fake.requests.at(-1)?.body ?? {}
  const said = Array.isArray(messages) ? messages : []
  expect(said.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(prompts)
})
