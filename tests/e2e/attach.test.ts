import { startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, main, provider } from './hermes.js'
import { openTerminal } from './terminal.js'

test('a client of a server resumes the newest session, one by title, and one by the start of its id', async () => {
  using sandbox = createSandbox()
  sandbox.writeHome('config.yaml', 'auxiliary: { title_generation: { enabled: false } }\n')
  await using fake = await startFakeProvider({ script: [text('To the first.'), text('To the second.')] })
  const sessionOf = async (prompt: string) => {
    const { stdout } = await sandbox.run([...provider(fake.baseUrl), '-z', prompt, '--json'])
    return /"session_?[iI]d":"([^"]+)"/.exec(stdout)?.[1] ?? ''
  }
  const first = await sessionOf('first')
  const second = await sessionOf('second')
  expect([first, second]).not.toContain('')
  expect((await sandbox.run(['sessions', 'rename', first, 'Old tea'])).code).toBe(0)
  const server = sandbox.start(['serve', '--port', '0'])
  onTestFinished(() => void server.process.kill('SIGKILL'))
  await server.prints(/^READY (ws:\S+)$/m)
  for (const [words, shown] of [
    [['-c'], 'To the second.'],
    [['-r', 'latest'], 'To the second.'],
    [['-c', 'Old tea'], 'To the first.'],
    [['-r', 'Old tea'], 'To the first.'],
    [['-r', first.slice(0, -2)], 'To the first.'],
  ] as const) {
    const screen = openTerminal(sandbox, [process.execPath, main, '--attach', 'local', ...words])
    onTestFinished(() => void screen.process.kill('SIGKILL'))
    await expect.poll(screen.screen, { timeout: 15_000 }).toContain(shown)
    screen.type('\u0004')
    expect(await screen.exit).toBe(0)
  }
  const refused = openTerminal(sandbox, [process.execPath, main, '--attach', 'local', '-t', 'web', '--yolo'])
  expect(await refused.exit).toBe(2)
  expect(refused.screen()).toContain('--attach cannot be combined with --toolsets, --yolo')
  const alone = await sandbox.run(['--attach', 'local', '-z', 'third'])
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--attach opens the full-screen interface') })
}, 90_000)
